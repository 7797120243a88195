import useSWRInfinite, { unstable_serialize } from 'swr/infinite'
import {
  type AnswerOf,
  type ApiProblem,
  type InputOf,
  type Options,
  type Reads,
  readApi,
  swrKey,
  useTellFailure,
} from '../api.ts'

/** The routes that answer a page at a time: with a cursor for the next one, which is null at the end. */
export type PagedReads = {
  [K in Reads]: AnswerOf<K> extends { cursor: string | null } ? K : never
}[Reads]

type PageOptions<Page> = Pick<Options, 'handles' | 'timeout'> & {
  /** How often it is read again, in milliseconds; by what is known, where that decides it. */
  refreshInterval?: number | ((known: Page[] | undefined) => number)
}

export type Pages<Page> = {
  /** Those read so far, in their order; undefined until the first is there. */
  data: Page[] | undefined
  error: ApiProblem | undefined
  /** Reads the next page; undefined while there is none. */
  more: (() => void) | undefined
  /** The next page is on its way. */
  readingMore: boolean
  isValidating: boolean
  /** Reads all of them again. */
  mutate: () => Promise<unknown>
}

/**
 * Reads a list a page at a time, as far as somebody has asked for more. What was read is there again when one comes back,
 * and all of it is kept fresh. An item that was moved meanwhile may stand on two pages.
 */
export function useApiPages<K extends PagedReads>(
  key: K,
  input: InputOf<K> | undefined,
  { handles, timeout, refreshInterval = 0 }: PageOptions<AnswerOf<K>> = {},
): Pages<AnswerOf<K>> {
  const keyOf = (index: number, before: AnswerOf<K> | null) => {
    if (!input || (index > 0 && !cursorOf(before))) return null
    return swrKey(key, index === 0 ? input : withCursor(input, cursorOf(before)))
  }
  const pages = useSWRInfinite<AnswerOf<K>, ApiProblem>(
    keyOf,
    ([, asked]: [K, InputOf<K>]) => readApi(key, asked, timeout),
    { refreshInterval, revalidateAll: true },
  )
  const { data, error, size, setSize, isValidating, mutate } = pages
  useTellFailure(input && unstable_serialize(keyOf), error, handles)
  const readingMore = size > (data?.length ?? 0) && !error
  const hasMore = !!cursorOf(data?.at(-1) ?? null)
  return {
    data,
    error,
    // After a failure the page that is missing is asked for again.
    more: hasMore ? () => void (size > (data?.length ?? 0) ? mutate() : setSize(size + 1)) : undefined,
    readingMore,
    isValidating,
    mutate: () => mutate(),
  }
}

const cursorOf = (page: unknown): string | null | undefined => (page as { cursor?: string | null } | null)?.cursor
const withCursor = <K extends Reads>(input: InputOf<K>, cursor: string | null | undefined): InputOf<K> => ({
  ...input,
  ...('body' in input
    ? { body: { ...(input.body as object), cursor } }
    : { query: { ...(input.query as object), cursor } }),
})
