import { expect, test } from 'vitest'
import { sharedStream } from '#scripts/local/services/dynamodb/sharedStream.ts'
import type { StreamRecord } from '#scripts/local/services/dynamodb/streamBatches.ts'

const record = (number: number) => ({ dynamodb: { SequenceNumber: String(number) } }) as unknown as StreamRecord

/** A stream of one shard with these sequence numbers that counts reads; `most` is the number of records per read. */
function streamOf(numbers: number[], most = Number.POSITIVE_INFINITY) {
  const state = { numbers, begun: 0, looks: 0, pauses: 0, ended: false, broken: false }
  const shared = sharedStream(
    {
      stream: 'stream',
      shards: async () => [],
      async after(_, sequence) {
        state.begun++
        return sequence || '0'
      },
      async read(iterator) {
        state.looks++
        if (state.broken) throw new Error('That iterator is too old.')
        const records = state.numbers.filter((number) => number > Number(iterator)).slice(0, most)
        return { records: records.map(record), ...(!state.ended && { next: String(records.at(-1) ?? iterator) }) }
      },
    },
    async () => void state.pauses++,
  )
  const following = async (sequence: string) => {
    const { records, ended } = await shared.following('shard', sequence)
    return { numbers: records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)), ended }
  }
  return { state, following }
}
const thirty = <T>(of: () => T) => Array.from({ length: 30 }, of)
const everybody = <T>(work: () => Promise<T>) => Promise.all(thirty(work))

test('a stream is read once for all consumers at its end', async () => {
  const { state, following } = streamOf([1, 2])
  expect(await everybody(() => following(''))).toEqual(thirty(() => ({ numbers: [1, 2], ended: false })))
  expect(await everybody(() => following('2'))).toEqual(thirty(() => ({ numbers: [], ended: false })))
  expect(state).toMatchObject({ looks: 2, pauses: 1 })
})

test('a slow consumer gets the buffered records without another read', async () => {
  const { state, following } = streamOf([1, 2])
  await following('')
  state.numbers.push(3)
  await following('2')
  expect(state.looks).toBe(2)
  expect(await following('1')).toEqual({ numbers: [2, 3], ended: false })
  expect(await following('')).toEqual({ numbers: [1, 2, 3], ended: false })
  expect(state.looks).toBe(2)
})

test('a consumer before the buffered records reads alone until it reaches them', async () => {
  const { state, following } = streamOf([1, 2, 3], 2)
  expect(await following('2')).toEqual({ numbers: [3], ended: false })
  expect(await following('')).toEqual({ numbers: [1, 2], ended: false })
  expect(state.looks).toBe(2)
  expect(await following('2')).toEqual({ numbers: [3], ended: false })
  expect(state.looks).toBe(2)
})

test('no record of a long stream is missed, however far behind a consumer is', async () => {
  const all = Array.from({ length: 5000 }, (_, i) => i + 1)
  const { following } = streamOf(all, 700)
  const toTheEnd = async (each: (number: number) => unknown) => {
    const seen: number[] = []
    while (seen.length < all.length) {
      const { numbers } = await following(String(seen.at(-1) ?? ''))
      seen.push(...numbers)
      await each(seen.length)
    }
    return seen
  }
  const slowly = () => toTheEnd(() => new Promise((done) => setImmediate(done)))
  expect(await Promise.all([toTheEnd(() => undefined), slowly(), slowly()])).toEqual([all, all, all])
})

test('the end of a stream is returned to every consumer, with the records before it', async () => {
  const { state, following } = streamOf([1])
  await following('')
  Object.assign(state, { numbers: [1, 2], ended: true })
  expect(await everybody(() => following('1'))).toEqual(thirty(() => ({ numbers: [2], ended: true })))
  expect(await following('')).toEqual({ numbers: [1, 2], ended: true })
  expect(await following('2')).toEqual({ numbers: [], ended: true })
})

test('a failed read fails for all waiting consumers, and the next one is a new read', async () => {
  const { state, following } = streamOf([1])
  await following('')
  const { numbers } = state
  Object.defineProperty(state, 'numbers', { configurable: true, get: () => raise() })
  const raise = () => {
    throw new Error('It fails.')
  }
  const refused = await Promise.allSettled([following('1'), following('1')])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  Object.defineProperty(state, 'numbers', { value: [...numbers, 2] })
  expect(await following('1')).toEqual({ numbers: [2], ended: false })
})

test('the next read continues with the last iterator, and after a failure restarts after the last record', async () => {
  const { state, following } = streamOf([1])
  await following('')
  state.numbers.push(2)
  expect(await following('1')).toEqual({ numbers: [2], ended: false })
  expect(state.begun).toBe(1)
  state.broken = true
  await expect(following('2')).rejects.toThrow('too old')
  state.broken = false
  state.numbers.push(3)
  expect(await following('2')).toEqual({ numbers: [3], ended: false })
  expect(state.begun).toBe(2)
})
