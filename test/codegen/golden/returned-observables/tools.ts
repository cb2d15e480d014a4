import { type BehaviorSubject, type Observable, of, ReplaySubject, type Subject } from 'rxjs';
import { Tool, ToolRegistry } from 'toolwright';

interface Tick {
  at: Date;
}

export class ReturnedObservables extends ToolRegistry {
  @Tool()
  ticks(): Observable<Tick> {
    return of({ at: new Date(0) });
  }

  @Tool({ accumulate: 'last' })
  latest(): BehaviorSubject<Tick> | Subject<Tick> {
    const ticks = new ReplaySubject<Tick>();
    ticks.next({ at: new Date(0) });
    ticks.complete();
    return ticks;
  }

  @Tool()
  text(): Observable<string> {
    return of('a');
  }
}
