import { Navigate, useParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { dateText, readerZone } from '../kit/format.ts'
import { PlayersIcon } from '../kit/icons.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { DuplicatePair } from './DuplicatePair.tsx'
import { mergeReads, joinNames, type Duplicates } from './duplicates.ts'
import styles from './Duplicates.module.css'
import texts from './texts.en.json'

/** Possible duplicates among a club's players, and recent merges. */
export default function DuplicatesScreen() {
  const t = useTexts('teams', texts)
  const { unitId: orgId = '' } = useParams()
  const isClub = isId('organization', orgId)
  const reason = useWhyCannot()('canEditPlayers', orgId)
  const read = useApi('GET /rest-api/duplicates/{orgId}', isClub && reason === undefined ? { orgId } : undefined, {
    handles: ['failures'],
  })
  if (!isClub) return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen title={t('duplicates')}>
      {reason ? (
        <Notice tone="warning">{reason}</Notice>
      ) : (
        <Loaded
          read={read}
          failed={t('duplicatesFailed')}
          skeleton={<RowSkeletons label={t('duplicatesLoading')} rows={3} height="140px" />}
        >
          {({ pairs, two: distinctPairs, merges }) => (
            <KeptFocus label={t('duplicates')} className={styles.stack}>
              {pairs.length === 0 && (
                <EmptyState title={t('noDuplicates')} hint={t('noDuplicatesHint')} icon={<PlayersIcon size={32} />} />
              )}
              {pairs.length > 0 && (
                <ul className={styles.stack} aria-label={t('duplicates')}>
                  {pairs.map((pair) => (
                    <DuplicatePair key={`${pair.a.id} ${pair.b.id}`} orgId={orgId} pair={pair} />
                  ))}
                </ul>
              )}
              {distinctPairs.length > 0 && <DistinctPairs orgId={orgId} distinctPairs={distinctPairs} />}
              {merges.length > 0 && <RecentMerges orgId={orgId} merges={merges} />}
            </KeptFocus>
          )}
        </Loaded>
      )}
    </Screen>
  )
}

/** Pairs marked as different people, each with an undo. */
function DistinctPairs({ orgId, distinctPairs }: { orgId: string; distinctPairs: Duplicates['two'] }) {
  const t = useTexts('teams', texts)
  const { save, saving } = useSave('PUT /rest-api/duplicates/{orgId}/two', {
    refreshes: ['GET /rest-api/duplicates/{orgId}'],
    saved: t('perhapsOneAgain'),
    failed: problemText,
  })
  const describePlayer = ({ bornOn, teams, ...names }: Duplicates['two'][number]['a']) =>
    [fullName(names), bornOn && dateText(bornOn), teams.join(', ') || t('noTeam')].filter(Boolean).join(' · ')
  return (
    <section aria-label={t('twoPlayers')} className={styles.stack}>
      <h2 className={styles.title}>{t('twoPlayers')}</h2>
      <ul className={styles.list}>
        {distinctPairs.map(({ a, b }) => (
          <li key={`${a.id} ${b.id}`}>
            <span>
              {[a, b].map((player) => (
                <Link key={player.id} className={styles.one} to={paths.player({ playerId: player.id }, { o: orgId })}>
                  {describePlayer(player)}
                </Link>
              ))}
            </span>
            <Button
              kind="quiet"
              busy={saving}
              onClick={() => void save({ orgId, body: { oneId: a.id, otherId: b.id, two: false } })}
            >
              {t('perhapsOne')} <span className="visually-hidden">{joinNames(a, b)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Merges of the last 30 days, each with an undo. */
function RecentMerges({ orgId, merges }: { orgId: string; merges: Duplicates['merges'] }) {
  const t = useTexts('teams', texts)
  const { save, saving } = useSave('POST /rest-api/duplicates/{orgId}/undo', {
    refreshes: mergeReads,
    saved: t('twoAgain'),
    failed: problemText,
  })
  return (
    <section aria-label={t('mergedLately')} className={styles.stack}>
      <h2 className={styles.title}>{t('mergedLately')}</h2>
      <ul className={styles.list}>
        {merges.map(({ mergeId, kept, gone, mergedAt }) => (
          <li key={mergeId}>
            <span>
              {t('mergedInto', { gone, kept })} <span className={styles.muted}>{dateText(mergedAt, readerZone())}</span>
            </span>
            <Button kind="quiet" busy={saving} onClick={() => void save({ orgId, body: { mergeId } })}>
              {t('undoMerge')} <span className="visually-hidden">{kept}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
