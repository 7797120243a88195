import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'

/** The way out on every device at once: for a telephone that was lost, or a password that somebody else knew. */
export function Devices() {
  const t = useTexts('account', texts)
  const headingId = useId()
  const { save, saving } = useSave('POST /rest-api/session/end-all', { failed: t('signOutFailed') })
  async function ask() {
    const title = t('signOutEverywhere')
    if (!(await confirm({ title: `${title}?`, lost: t('signOutLost'), yes: title }))) return
    // A full load, so that nothing of this person stays in the page's memory.
    if (await save({})) window.location.assign(paths.logout())
  }
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('devices')}
      </h2>
      <p>{t('devicesHint')}</p>
      <Button busy={saving} onClick={() => void ask()}>
        {t('signOutEverywhere')}
      </Button>
    </Card>
  )
}
