import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { paths } from '../paths.ts'
import styles from './Club.module.css'
import texts from './texts.en.json'

/** While teams are chosen for an email: their number, and a link to write it. Without any, the email screen says so. */
export function EmailTeams({ orgId, teamIds }: { orgId: string; teamIds: string[] }) {
  const t = useTexts('teams', texts)
  return (
    <div className={styles.emailing}>
      <p role="status">{t('chosenTeams', { count: teamIds.length })}</p>
      <ButtonLink kind="primary" to={paths.emailTeams({ orgId }, { teams: teamIds.join(',') })}>
        {t('writeEmail')}
      </ButtonLink>
      <ButtonLink to={paths.organization({ orgId })}>{t('notNow')}</ButtonLink>
    </div>
  )
}
