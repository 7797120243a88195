import { useTexts } from '../i18n.ts'
import { sizeText } from '../kit/format.ts'
import styles from './Academy.module.css'
import english from './texts.en.json'

/** How full a club's library is. */
export function StorageBar({ used, limit }: { used: number; limit: number }) {
  const t = useTexts('academy', english)
  const text = t('storageOf', { used: sizeText(used), limit: sizeText(limit) })
  return (
    <div className={styles.storage}>
      <span className={styles.muted}>{text}</span>
      <progress max={limit} value={used} aria-label={t('storage')} aria-valuetext={text} />
    </div>
  )
}
