import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../kit/icons.tsx'
import styles from './Academy.module.css'
import type { Item } from './place.ts'
import english from './texts.en.json'

type Props = { items: readonly Item[]; item: Item; go: (item: Item) => void; children: ReactNode }

/** Steps through the files of a list. */
export function Browser({ items, item, go, children }: Props) {
  const t = useTexts('academy', english)
  const files = items.filter(({ type, access }) => type === 'FILE' && access !== 'SEARCH')
  const at = files.findIndex(({ id }) => id === item.id)
  const [before, after] = at < 0 ? [] : [files[at - 1], files[at + 1]]
  return (
    <div className={styles.details}>
      {at >= 0 && files.length > 1 && (
        <div className={styles.row}>
          {before && (
            <Button icon={<ChevronLeftIcon size={20} />} onClick={() => go(before)}>
              {t('previous')}
            </Button>
          )}
          <span className={styles.muted} role="status">
            {t('placeIn', { at: at + 1, of: files.length })}
          </span>
          {after && (
            <Button icon={<ChevronRightIcon size={20} />} onClick={() => go(after)}>
              {t('next')}
            </Button>
          )}
        </div>
      )}
      {children}
    </div>
  )
}
