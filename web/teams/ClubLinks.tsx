import { Link } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Club.module.css'
import texts from './texts.en.json'

/** The club's other pages, by subject: its players, what families fill in and read, the club itself, and money. */
const toLinkGroups = (orgId: string) =>
  [
    [
      { key: 'addPlayers', to: paths.addPlayers({ unitId: orgId }), needs: 'canEditPlayers' },
      { key: 'inviteFamilies', to: paths.inviteFamilies({ unitId: orgId }), needs: 'canEditPlayers' },
      { key: 'exportPlayers', to: paths.exportPlayers({ unitId: orgId }), needs: 'canEditPlayers' },
      { key: 'duplicates', to: paths.duplicates({ unitId: orgId }), needs: 'canEditPlayers' },
    ],
    [
      { key: 'registration', to: paths.settings({ id: orgId, page: 'registration' }), needs: 'canManageRegistration' },
      { key: 'agreements', to: paths.agreements({ id: orgId }), needs: 'canEditPlayers' },
      { key: 'emailTeams', to: paths.organization({ orgId, menu: 'email-teams' }), needs: 'canSendMessages' },
    ],
    [
      { key: 'settings', to: paths.settings({ id: orgId, page: 'settings' }), needs: 'canEditTeam' },
      {
        key: 'administrators',
        to: paths.settings({ id: orgId, page: 'administrators' }),
        needs: 'canEditAdministrators',
      },
      { key: 'venues', to: paths.venues({ orgId }), needs: 'canEditEvents' },
      { key: 'links', to: paths.links({ id: orgId }), needs: 'canEditTeam' },
    ],
    [
      { key: 'paymentProcessors', to: paths.processors({ orgId }), needs: 'canEditBilling' },
      { key: 'billing', to: paths.billing({ orgId }), needs: 'canEditBilling' },
    ],
  ] as const

/** Links to the club's other pages, by the reader's rights. */
export function ClubLinks({ orgId }: { orgId: string }) {
  const t = useTexts('teams', texts)
  const whyCannot = useWhyCannot()
  const groups = toLinkGroups(orgId)
    .map((links) => links.filter(({ needs }) => whyCannot(needs, orgId) === undefined))
    .filter((links) => links.length > 0)
  if (groups.length === 0) return null
  return (
    <nav aria-label={t('clubLinks')} className={styles.links}>
      {groups.map((links) => (
        <ul key={links[0]?.key}>
          {links.map(({ key, to }) => (
            <li key={key}>
              <Link to={to}>{t(key)}</Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
