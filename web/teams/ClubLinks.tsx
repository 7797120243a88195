import { useTexts } from '../i18n.ts'
import { Link } from '../kit/Link.tsx'
import { Menu } from '../kit/Menu.tsx'
import { useMediaQuery } from '../kit/useMediaQuery.ts'
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

/** The links that the reader may follow, by subject, and whether there is room for them beside the teams. */
function useClubLinks(orgId: string) {
  const t = useTexts('teams', texts)
  const whyCannot = useWhyCannot()
  const isWide = useMediaQuery('(min-width: 1024px)')
  const groups = toLinkGroups(orgId).map((links) =>
    links.filter(({ needs }) => whyCannot(needs, orgId) === undefined).map(({ key, to }) => ({ label: t(key), to })),
  )
  return { isWide, groups: groups.filter((links) => links.length > 0) }
}

/** Links to the club's other pages, beside its teams on laptops. */
export function ClubLinks({ orgId }: { orgId: string }) {
  const t = useTexts('teams', texts)
  const { isWide, groups } = useClubLinks(orgId)
  if (!isWide || groups.length === 0) return null
  return (
    <nav aria-label={t('clubLinks')} className={styles.links}>
      {groups.map((links) => (
        <ul key={links[0]?.to}>
          {links.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** The same links as a menu on phones and tablets, where they would push the teams down. */
export function ClubMenu({ orgId, name }: { orgId: string; name: string }) {
  const { isWide, groups } = useClubLinks(orgId)
  return !isWide && <Menu about={name} items={groups.flat()} />
}
