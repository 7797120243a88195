import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { LoadMore } from '../kit/Paging.tsx'
import { Progress } from '../kit/Progress.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { adultsOf } from './uninvited/adults.ts'
import { Uninvited } from './uninvited/Uninvited.tsx'
import texts from './texts.en.json'

/** How much is loaded automatically: as many adults as a club may invite per day, from at most this many pages of players. */
const autoLoadLimits = { grownUps: 500, pages: 20 }

/**
 * Mails invitations to the families of a club or team, all at once: to those with an address who neither joined nor were
 * invited.
 */
export default function InviteFamiliesScreen() {
  const t = useTexts('families', texts)
  const { unitId: orgUnitId = '' } = useParams()
  const isUnit = isId('team', orgUnitId) || isId('organization', orgUnitId)
  const reason = useWhyCannot()('canEditPlayers', orgUnitId)
  const read = useApiPages(
    'GET /rest-api/families/uninvited/{orgUnitId}',
    isUnit && reason === undefined ? { orgUnitId, query: {} } : undefined,
    { handles: ['failures'] },
  )
  const { data, more, readingMore, error } = read
  const players = data?.flatMap((page) => page.players) ?? []
  const isLimitReached =
    (data?.length ?? 0) >= autoLoadLimits.pages || adultsOf(players).length >= autoLoadLimits.grownUps
  const loadsMore = more !== undefined && !isLimitReached && !error
  useEffect(() => {
    if (loadsMore && !readingMore) more()
    // oxlint-disable-next-line react/exhaustive-deps -- once per page that has arrived
  }, [loadsMore, readingMore, data?.length])
  if (!isUnit) return <Navigate to={paths.forbidden()} replace />
  const name = data?.[0]?.name
  return (
    <Screen title={name ? t('inviteFamiliesOf', { name }) : t('inviteFamilies')}>
      {reason !== undefined ? (
        <Notice tone="warning">{reason}</Notice>
      ) : (
        <Loaded read={read} failed={t('uninvitedFailed')} skeleton={<RowSkeletons label={t('uninvitedLoading')} />}>
          {() => (
            <>
              {loadsMore && <Progress label={t('lookingThrough')} done={players.length} />}
              <Uninvited
                orgUnitId={orgUnitId}
                players={players}
                isComplete={!loadsMore}
                reload={() => void read.mutate()}
              />
              {more && !loadsMore && <LoadMore shown={players.length} busy={readingMore} load={more} />}
            </>
          )}
        </Loaded>
      )}
    </Screen>
  )
}
