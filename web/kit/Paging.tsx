import { useTexts } from '../i18n.ts'
import { Button, IconButton } from './Button.tsx'
import { numberText } from './format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import styles from './Paging.module.css'
import english from './texts.en.json'

type MoreProps = {
  /** How many are shown, and how many there are where that is known. */
  shown: number
  total?: number | undefined
  busy?: boolean
  load: () => void
}

/** Below a list that comes in parts: how much of it stands here, and the next part. */
export function LoadMore({ shown, total, busy, load }: MoreProps) {
  const t = useTexts('kit', english)
  return (
    <div className={styles.more}>
      <p role="status" className={styles.count}>
        {total === undefined
          ? t('shown', { shown: numberText(shown) })
          : t('shownOf', { shown: numberText(shown), total: numberText(total) })}
      </p>
      {(total === undefined || shown < total) && (
        <Button onClick={load} busy={busy ?? false}>
          {t('showMore')}
        </Button>
      )}
    </div>
  )
}

type PagesProps = { label: string; page: number; pages: number; onChange: (page: number) => void }

/** One page of many, for reports: `page` counts from 1. */
export function Pagination({ label, page, pages, onChange }: PagesProps) {
  const t = useTexts('kit', english)
  if (pages < 2) return null
  const step = (by: number, reason: string) => ({
    onClick: () => onChange(page + by),
    ...((page + by < 1 || page + by > pages) && { 'aria-disabled': true, title: reason, onClick: () => undefined }),
  })
  return (
    <nav className={styles.pages} aria-label={label}>
      <IconButton label={t('pageBefore')} {...step(-1, t('pageFirst'))}>
        <ChevronLeftIcon />
      </IconButton>
      <span aria-current="page">{t('pageOf', { page: numberText(page), pages: numberText(pages) })}</span>
      <IconButton label={t('pageNext')} {...step(1, t('pageLast'))}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  )
}
