import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { dateText, listText, readerZone } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { fullName } from '#shared/rules/names.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { EditRecording } from './EditRecording.tsx'
import { makePoster } from './poster.ts'
import styles from './Recordings.module.css'
import { ONE, type Recording, refreshes } from './shapes.ts'
import { Film } from './Film.tsx'
import english from './texts.en.json'

/** One recording with its player and marked moments. */
export default function RecordingScreen() {
  const t = useTexts('recordings', english)
  const { recordingId = '' } = useParams()
  const [query] = useSearchParams()
  const read = useApi(
    ONE,
    { recordingId },
    {
      handles: ['failures', 'not_allowed'],
      // Revalidating would return another URL and restart the film.
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: true,
    },
  )
  // Keeps the first URL while the screen is open.
  const [url, setUrl] = useState<string>()
  if (read.data?.filePresignedUrl && url === undefined) setUrl(read.data.filePresignedUrl)
  const requestedSecond = Number(query.get('t'))
  return (
    <Screen
      title={read.data?.title ?? t('recording')}
      actions={<ButtonLink to={paths.recordings()}>{t('recordings')}</ButtonLink>}
    >
      <Loaded
        read={read}
        failed={t('oneFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="320px" />
          </Skeletons>
        }
      >
        {(recording) => (
          <div className={styles.page}>
            <p className={styles.muted}>
              {[
                recording.event?.name,
                dateText(recording.startsAt, recording.event?.timezone ?? readerZone()),
                recording.teamName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {recording.filePresignedUrl === null ? (
              <Notice tone="warning">{t('filmTakenAway')}</Notice>
            ) : (
              <Film
                recording={recording}
                url={url ?? recording.filePresignedUrl}
                from={Number.isFinite(requestedSecond) && requestedSecond > 0 ? requestedSecond : 0}
                // The URL expires after 15 minutes: playback continues with a new one.
                onReload={() => void read.mutate().then((reloaded) => setUrl(reloaded?.filePresignedUrl ?? url))}
              />
            )}
            {recording.access === 'OWNER' && <OwnerActions recording={recording} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** The coach's actions on a recording. */
function OwnerActions({ recording }: { recording: Recording }) {
  const t = useTexts('recordings', english)
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const { id: recordingId, title, thumbnailPresignedUrl, sharedWith, shows } = recording
  const restoring = useSave('POST /rest-api/recordings/{recordingId}/restore', { refreshes, failed: t('saveFailed') })
  const deleting = useSave('DELETE /rest-api/recordings/{recordingId}', {
    refreshes: [refreshes[0]],
    saved: t('deleted'),
    failed: t('saveFailed'),
    undo: () => void restoring.save({ recordingId }),
  })
  const hasPoster = thumbnailPresignedUrl !== null || recording.filePresignedUrl === null
  useEffect(() => {
    // Makes the poster if that failed after the upload. A missing poster does not matter.
    if (!hasPoster) makePoster(recordingId).catch(() => undefined)
  }, [hasPoster, recordingId])
  async function moveToBin() {
    const isConfirmed = await confirm({
      title: t('deleteOne', { title }),
      lost: t('deleteLost'),
      kept: t('deleteKept'),
      yes: t('delete'),
    })
    if (isConfirmed && (await deleting.save({ recordingId, query: {} }))) void navigate(paths.recordings())
  }
  const names = sharedWith?.players.map(fullName) ?? []
  return (
    <>
      <p className={styles.muted}>
        {sharedWith?.team
          ? t('seenByTeam')
          : names.length > 0
            ? t('seenBy', { names: listText(names) })
            : t('notShared')}
      </p>
      {shows && shows.length > 0 && (
        <p className={styles.muted}>{t('seenIn', { names: listText(shows.map(fullName)) })}</p>
      )}
      <div className={styles.row}>
        <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
        <Button kind="danger" onClick={() => void moveToBin()}>
          {t('delete')}
        </Button>
      </div>
      <Dialog opened={isEditing} close={() => setEditing(false)} title={t('edit')}>
        {isEditing && <EditRecording recording={recording} close={() => setEditing(false)} />}
      </Dialog>
    </>
  )
}
