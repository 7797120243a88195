import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { VideoIcon } from '../kit/lucideIcons.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import { AddRecording } from './AddRecording.tsx'
import { RecordingList } from './RecordingList.tsx'
import styles from './Recordings.module.css'
import { LIST, TEAMS } from './shapes.ts'
import { RunningUploads } from './RunningUploads.tsx'
import english from './texts.en.json'
import { Usage } from './Usage.tsx'

/** Recordings of the user's teams by event, newest first. */
export default function RecordingsScreen() {
  const t = useTexts('recordings', english)
  const teams = useApi(TEAMS, {}, { handles: ['failures'] })
  const [teamId, setTeamId] = useState('')
  const [shelf, setShelf] = useState<'there' | 'bin'>('there')
  const [isAdding, setAdding] = useState(false)
  const allTeams = teams.data?.teams ?? []
  const recordableTeams = allTeams.filter(({ mayRecord }) => mayRecord)
  const query = { ...(teamId && { teamId }), ...(shelf === 'bin' && { bin: 'true' as const }) }
  const read = useApiPages(LIST, { query }, { handles: ['failures', 'not_allowed'] })
  const actions = (
    <>
      <ButtonLink to={paths.academy()}>{t('academy')}</ButtonLink>
      {recordableTeams.length > 0 && (
        <Button kind="primary" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      )}
    </>
  )
  return (
    <Screen title={t('recordings')} actions={actions}>
      <div className={styles.page}>
        <div className={styles.filters}>
          {allTeams.length > 1 && (
            <OneOf
              label={t('team')}
              value={teamId}
              onChange={setTeamId}
              placeholder={t('allTeams')}
              options={allTeams.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {recordableTeams.length > 0 && (
            <Segmented
              label={t('which')}
              labelHidden
              value={shelf}
              onChange={(next) => next && setShelf(next)}
              options={[
                { value: 'there', label: t('recordings') },
                { value: 'bin', label: t('bin') },
              ]}
            />
          )}
        </div>
        <RunningUploads />
        <LoadedList
          read={read}
          itemsOf={({ recordings }) => recordings}
          failed={t('failed')}
          skeleton={<RowSkeletons label={t('loading')} rows={3} height="96px" />}
          empty={
            shelf === 'bin' ? (
              <EmptyState title={t('binEmpty')} hint={t('binHint')} icon={<VideoIcon size={32} />} />
            ) : (
              <EmptyState
                title={t('none')}
                hint={t(recordableTeams.length > 0 ? 'noneHintCoach' : 'noneHint')}
                icon={<VideoIcon size={32} />}
              >
                {recordableTeams.length > 0 && <Button onClick={() => setAdding(true)}>{t('add')}</Button>}
              </EmptyState>
            )
          }
        >
          {(recordings) => <RecordingList recordings={recordings} isBin={shelf === 'bin'} />}
        </LoadedList>
        <Usage />
      </div>
      <Dialog opened={isAdding} close={() => setAdding(false)} title={t('add')}>
        {isAdding && <AddRecording teams={recordableTeams} initialTeamId={teamId} close={() => setAdding(false)} />}
      </Dialog>
    </Screen>
  )
}
