import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { Invite } from './people/Invite.tsx'
import { People } from './people/People.tsx'
import styles from './people/People.module.css'
import texts from './texts.en.json'

/** A player's family, followers and invitations. `?o=` is the team whose coach is looking. */
export default function FamilyScreen() {
  const t = useTexts('families', texts)
  const { playerId = '' } = useParams()
  const [query] = useSearchParams()
  const requestedTeam = query.get('o')
  const teamId = requestedTeam !== null && isId('team', requestedTeam) ? requestedTeam : undefined
  const isPlayer = isId('player', playerId)
  const input = { playerId, query: { teamId } }
  const read = useApi('GET /rest-api/families/player/{playerId}', isPlayer ? input : undefined, {
    handles: ['failures'],
  })
  const whyCannotInvite = useWhyCannot()({ grownUp: 'family' }, playerId)
  if (!isPlayer) return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen title={read.data ? t('familyOf', { name: fullName(read.data.player) }) : t('family')} width="form">
      <Loaded read={read} failed={t('familyFailed')} skeleton={<RowSkeletons label={t('familyLoading')} rows={3} />}>
        {(family) => (
          <KeptFocus label={t('familyOf', { name: fullName(family.player) })} className={styles.stack}>
            <People family={family} teamId={teamId} />
            {whyCannotInvite === undefined ? <Invite family={family} teamId={teamId} /> : <p>{t('childInvites')}</p>}
          </KeptFocus>
        )}
      </Loaded>
    </Screen>
  )
}
