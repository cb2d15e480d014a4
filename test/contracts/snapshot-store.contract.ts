import type { SnapshotLimits, SnapshotStore } from 'toolwright/sandbox';

/** The contract of every store of waiting programs. */
export function testSnapshotStore(name: string, create: (limits?: SnapshotLimits) => SnapshotStore): void {
  const later = () => Date.now() + 60_000;
  const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index % 256);

  describe(`${name} as a store of snapshots`, () => {
    it('returns a copy of what was stored', async () => {
      const store = create();
      const stored = bytes(300);
      await store.put('a-1', stored, later());
      stored.fill(7);
      expect(Uint8Array.from((await store.get('a-1')) ?? [])).toEqual(bytes(300));
      expect(await store.get('a-2')).toBeUndefined();
    });

    it('replaces what has the same ID', async () => {
      const store = create();
      await store.put('a-1.2', bytes(3), later());
      await store.put('a-1.2', bytes(2), later());
      expect((await store.get('a-1.2'))?.length).toBe(2);
    });

    it('removes', async () => {
      const store = create();
      await store.put('a', bytes(1), later());
      await store.delete('a');
      await store.delete('a');
      expect(await store.get('a')).toBeUndefined();
    });

    it('returns nothing that has expired', async () => {
      const store = create();
      await store.put('a', bytes(1), Date.now() - 1_000);
      expect(await store.get('a')).toBeUndefined();
    });

    it('is limited in its size, and reuses the place of what has expired', async () => {
      const store = create({ maxBytes: 100 });
      await store.put('old', bytes(60), Date.now() - 120_000);
      await store.put('a', bytes(60), later());
      await expect(store.put('b', bytes(41), later())).rejects.toThrow('limit of 100 bytes');
      await store.put('b', bytes(40), later());
      await store.put('a', bytes(10), later());
      expect([(await store.get('a'))?.length, (await store.get('b'))?.length]).toEqual([10, 40]);
    });

    it('is limited in its age', async () => {
      const store = create({ maxAgeMs: 0.001 });
      await store.put('a', bytes(1), later());
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await store.get('a')).toBeUndefined();
    });

    it.each([{ maxBytes: 0 }, { maxAgeMs: -1 }, { size: 1 }])('refuses the limits %j', (limits) => {
      expect(() => create(limits as SnapshotLimits)).toThrow(/SnapshotStore/);
    });
  });
}
