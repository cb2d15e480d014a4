/**
 * The parts of RxJS that this package uses, with the same classes as the package `rxjs`. Bundlers choose the CommonJS build of
 * RxJS for Node.js, of which they cannot leave out anything: 23 kB of a compressed handler, and a fifth of what an import
 * of this package costs.
 */

export type { ObservableInput, Subscriber, Subscription } from 'rxjs';
export { firstValueFrom } from 'rxjs/internal/firstValueFrom';
export { lastValueFrom } from 'rxjs/internal/lastValueFrom';
export { Observable } from 'rxjs/internal/Observable';
export { defer } from 'rxjs/internal/observable/defer';
export { EMPTY } from 'rxjs/internal/observable/empty';
export { from } from 'rxjs/internal/observable/from';
export { merge } from 'rxjs/internal/observable/merge';
export { of } from 'rxjs/internal/observable/of';
export { concatMap } from 'rxjs/internal/operators/concatMap';
export { debounceTime } from 'rxjs/internal/operators/debounceTime';
export { filter } from 'rxjs/internal/operators/filter';
export { finalize } from 'rxjs/internal/operators/finalize';
export { map } from 'rxjs/internal/operators/map';
export { mergeMap } from 'rxjs/internal/operators/mergeMap';
export { share } from 'rxjs/internal/operators/share';
export { skip } from 'rxjs/internal/operators/skip';
export { switchMap } from 'rxjs/internal/operators/switchMap';
export { takeUntil } from 'rxjs/internal/operators/takeUntil';
export { takeWhile } from 'rxjs/internal/operators/takeWhile';
export { tap } from 'rxjs/internal/operators/tap';
export { toArray } from 'rxjs/internal/operators/toArray';
export { Subject } from 'rxjs/internal/Subject';
export { isObservable } from 'rxjs/internal/util/isObservable';
