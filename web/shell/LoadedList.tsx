import type { ComponentProps, ReactNode } from 'react'
import type { Pages } from '../api/useApiPages.ts'
import { LoadMore } from '../kit/Paging.tsx'
import { Loaded } from './Loaded.tsx'

type Props<Page, Item> = Pick<ComponentProps<typeof Loaded>, 'skeleton' | 'failed'> & {
  read: Pages<Page>
  itemsOf: (page: Page) => readonly Item[]
  /** Shown if there are no items. */
  empty: ReactNode
  children: (items: Item[], pages: Page[]) => ReactNode
}

/** A paged list in each of its states, with "Show more" below it. */
export function LoadedList<Page, Item>({ read, itemsOf, empty, children, ...states }: Props<Page, Item>) {
  return (
    <Loaded read={read} {...states} empty={{ when: () => isEmptyList(read, itemsOf), show: empty }}>
      {(pages) => {
        const items = pages.flatMap(itemsOf)
        return (
          <>
            {children(items, pages)}
            {read.more && <LoadMore shown={items.length} busy={read.readingMore} load={read.more} />}
          </>
        )
      }}
    </Loaded>
  )
}

/** Whether it is known that a paged list has no items. The server filters pages, so an empty one may be followed by others. */
export const isEmptyList = <Page,>({ data, more }: Pages<Page>, itemsOf: (page: Page) => readonly unknown[]): boolean =>
  data !== undefined && !more && data.every((page) => itemsOf(page).length === 0)
