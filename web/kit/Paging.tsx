import { useTexts } from '../i18n.ts'
import { Button } from './Button.tsx'
import { numberText } from './format.ts'
import styles from './Paging.module.css'
import english from './texts.en.json'

/** Below a list that comes in parts: how much of it stands here, and the next part. */
export function LoadMore({ shown, busy, load }: { shown: number; busy?: boolean; load: () => void }) {
  const t = useTexts('kit', english)
  return (
    <div className={styles.more}>
      <p role="status" className={styles.count}>
        {t('shown', { shown: numberText(shown) })}
      </p>
      <Button onClick={load} busy={busy ?? false}>
        {t('showMore')}
      </Button>
    </div>
  )
}
