import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Link } from '../kit/Link.tsx'
import { listText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import styles from '../shell/Banner.module.css'
import english from './texts.en.json'

type Props = { clubs: readonly { id: string; name: string }[]; userId: string }

/** Tells users who run a club that it requires a second factor, and links to its setup. */
export function SecondFactorBanner({ clubs, userId }: Props) {
  const t = useTexts('account', english)
  return (
    <div className={styles.banner} role="status">
      <Notice tone="warning">
        {t('heldBack', { clubs: listText(clubs.map(({ name }) => name)) })}{' '}
        <Link to={paths.profile({ userId })}>{t('setUpFactor')}</Link> ·{' '}
        <Link to={paths.logout()}>{t('signInAgain')}</Link>
      </Notice>
    </div>
  )
}
