import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../kit/icons.tsx'
import styles from './Academy.module.css'
import type { Item } from './place.ts'
import english from './texts.en.json'

type Props = { items: readonly Item[]; item: Item; show: (item: Item) => void; children: ReactNode }

/** Steps through the files of a list. */
export function FilePager({ items, item, show, children }: Props) {
  const t = useTexts('academy', english)
  const files = items.filter(({ type, access }) => type === 'FILE' && access !== 'SEARCH')
  const index = files.findIndex(({ id }) => id === item.id)
  const [previous, next] = index < 0 ? [] : [files[index - 1], files[index + 1]]
  return (
    <div className={styles.details}>
      {index >= 0 && files.length > 1 && (
        <div className={styles.row}>
          {previous && (
            <Button icon={<ChevronLeftIcon size={20} />} onClick={() => show(previous)}>
              {t('previous')}
            </Button>
          )}
          <span className={styles.muted} role="status">
            {t('placeIn', { at: index + 1, of: files.length })}
          </span>
          {next && (
            <Button icon={<ChevronRightIcon size={20} />} onClick={() => show(next)}>
              {t('next')}
            </Button>
          )}
        </div>
      )}
      {children}
    </div>
  )
}
