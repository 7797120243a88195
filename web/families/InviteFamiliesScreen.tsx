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
import { grownUpsOf } from './uninvited/grownUps.ts'
import { Uninvited } from './uninvited/Uninvited.tsx'
import texts from './texts.en.json'

/** So many are found without being asked for, as many as a club invites on one day; among players of so many pages. */
const enough = { grownUps: 500, pages: 20 }

/** Invites the families of a club or a team by mail, all at once: who has an address and is neither there nor invited. */
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
  const isEnough = (data?.length ?? 0) >= enough.pages || grownUpsOf(players).length >= enough.grownUps
  const goesOn = more !== undefined && !isEnough && !error
  useEffect(() => {
    if (goesOn && !readingMore) more()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that has come
  }, [goesOn, readingMore, data?.length])
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
              {goesOn && <Progress label={t('lookingThrough')} done={players.length} />}
              <Uninvited orgUnitId={orgUnitId} players={players} whole={!goesOn} again={() => void read.mutate()} />
              {more && !goesOn && <LoadMore shown={players.length} busy={readingMore} load={more} />}
            </>
          )}
        </Loaded>
      )}
    </Screen>
  )
}
