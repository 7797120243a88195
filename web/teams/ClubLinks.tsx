import { Link } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Club.module.css'
import texts from './texts.en.json'

/** Links to the club's other pages, by the reader's rights. */
export function ClubLinks({ orgId }: { orgId: string }) {
  const t = useTexts('teams', texts)
  const whyCannot = useWhyCannot()
  const all = [
    { key: 'settings', to: paths.settings({ id: orgId, page: 'settings' }), needs: 'canEditTeam' },
    {
      key: 'administrators',
      to: paths.settings({ id: orgId, page: 'administrators' }),
      needs: 'canEditAdministrators',
    },
    { key: 'addPlayers', to: paths.addPlayers({ unitId: orgId }), needs: 'canEditPlayers' },
    { key: 'inviteFamilies', to: paths.inviteFamilies({ unitId: orgId }), needs: 'canEditPlayers' },
    { key: 'exportPlayers', to: paths.exportPlayers({ unitId: orgId }), needs: 'canEditPlayers' },
    { key: 'duplicates', to: paths.duplicates({ unitId: orgId }), needs: 'canEditPlayers' },
    { key: 'registration', to: paths.settings({ id: orgId, page: 'registration' }), needs: 'canManageRegistration' },
    { key: 'agreements', to: paths.agreements({ id: orgId }), needs: 'canEditPlayers' },
    { key: 'links', to: paths.links({ id: orgId }), needs: 'canEditTeam' },
    { key: 'emailTeams', to: paths.organization({ orgId, menu: 'email-teams' }), needs: 'canSendMessages' },
    { key: 'paymentProcessors', to: paths.processors({ orgId }), needs: 'canEditBilling' },
    { key: 'billing', to: paths.billing({ orgId }), needs: 'canEditBilling' },
    { key: 'venues', to: paths.venues({ orgId }), needs: 'canEditEvents' },
  ] as const
  const links = all.filter(({ needs }) => whyCannot(needs, orgId) === undefined)
  if (links.length === 0) return null
  return (
    <nav aria-label={t('clubLinks')} className={styles.links}>
      {links.map(({ key, to }) => (
        <Link key={key} to={to}>
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}
