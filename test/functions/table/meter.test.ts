import { describe, expect, it } from 'vitest'
import { meterCall, itemSize, runMetered, readUnits, sizeOf, writeUnits } from '#functions/table/meter.ts'

describe('read and write units', () => {
  it.each([
    ['a consistent read of 4 KB', readUnits(4096, true), 1],
    ['a consistent read of 4 KB and a byte', readUnits(4097, true), 2],
    ['an eventually consistent read of 4 KB', readUnits(4096, false), 0.5],
    ['a read of a missing item', readUnits(0, false), 0.5],
    ['a write of 1 KB', writeUnits(1024, false), 1],
    ['a transactional write of 1 KB and a byte', writeUnits(1025, true), 4],
  ])('are right for %s', (_what, units, expected) => expect(units).toBe(expected))

  it.each([
    ['text, in UTF-8', 'Ömer', 5],
    ['a number', 1234, 3],
    ['a small fraction', 0.5, 2],
    ['a boolean', true, 1],
    ['null', null, 1],
    ['bytes', new Uint8Array(300), 300],
    ['a list of two', ['a', 'b'], 3 + 2 + 2],
    ['a map', { a: 'b' }, 3 + 1 + 1 + 1],
    ['undefined, which is not stored', undefined, 0],
  ])('counts the bytes of %s', (_what, value, bytes) => expect(sizeOf(value)).toBe(bytes))

  it('counts names and values of an item', () => expect(itemSize({ pk: 'abc', sk: 'd' })).toBe(8))
})

describe('round trips', () => {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
  const read = () => meterCall(soon, () => ({ readUnits: 1 }))
  it('count concurrent calls as one, and sequential calls as one each', async () => {
    const meter = await runMetered(async (running) => {
      await Promise.all([read(), read(), read()])
      await read()
      return running
    })
    expect(meter).toMatchObject({ calls: 4, trips: 2, readUnits: 4 })
  })
  it('are counted separately for concurrent requests', async () => {
    const one = runMetered(async (meter) => {
      await read()
      await read()
      return meter
    })
    const [a, b] = await Promise.all([one, runMetered(async (meter) => read().then(() => meter))])
    expect([a.trips, b.trips]).toEqual([2, 1])
  })
})
