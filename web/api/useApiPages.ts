import useSWRInfinite, { unstable_serialize } from 'swr/infinite'
import {
  type AnswerOf,
  type ApiProblem,
  type InputOf,
  type Options,
  type Reads,
  readApi,
  swrKey,
  useReportFailure,
} from '../api.ts'

/** The paged routes: their responses have a cursor for the next page, which is null at the end. */
export type PagedReads = {
  [K in Reads]: AnswerOf<K> extends { cursor: string | null } ? K : never
}[Reads]

type PageOptions<Page> = Pick<Options, 'handles' | 'timeout'> & {
  /** The polling interval in milliseconds, or a function of the loaded pages. */
  refreshInterval?: number | ((pages: Page[] | undefined) => number)
}

export type Pages<Page> = {
  /** The pages loaded so far, in order; undefined until the first one. */
  data: Page[] | undefined
  error: ApiProblem | undefined
  /** Loads the next page; undefined if there is none. */
  more: (() => void) | undefined
  /** The next page is loading. */
  readingMore: boolean
  isValidating: boolean
  /** Revalidates all pages. */
  mutate: () => Promise<unknown>
}

/**
 * Reads a list page by page, as far as requested. The loaded pages are cached for when the user returns, and all are revalidated.
 * An item that was moved meanwhile may be on two pages.
 */
export function useApiPages<K extends PagedReads>(
  key: K,
  input: InputOf<K> | undefined,
  { handles, timeout, refreshInterval = 0 }: PageOptions<AnswerOf<K>> = {},
): Pages<AnswerOf<K>> {
  const keyOf = (index: number, previousPage: AnswerOf<K> | null) => {
    if (!input || (index > 0 && !cursorOf(previousPage))) return null
    return swrKey(key, index === 0 ? input : withCursor(input, cursorOf(previousPage)))
  }
  const pages = useSWRInfinite<AnswerOf<K>, ApiProblem>(
    keyOf,
    ([, pageInput]: [K, InputOf<K>]) => readApi(key, pageInput, timeout),
    { refreshInterval, revalidateAll: true },
  )
  const { data, error, size, setSize, isValidating, mutate } = pages
  useReportFailure(input && unstable_serialize(keyOf), error, handles)
  const readingMore = size > (data?.length ?? 0) && !error
  const hasMore = !!cursorOf(data?.at(-1) ?? null)
  return {
    data,
    error,
    // After a failure, request the missing page again.
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
