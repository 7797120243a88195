import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { LinkIcon } from '../kit/lucideIcons.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Recordings.module.css'
import { type Moment, positionText, type Recording, refreshes } from './shapes.ts'
import english from './texts.en.json'

type Props = { recording: Recording; shownMoment: Moment | undefined; openMoment: (moment: Moment) => void }

/** The moments of a recording, each of which jumps to its second and has a link. */
export function Moments({ recording: { id: recordingId, marked, access }, shownMoment, openMoment }: Props) {
  const t = useTexts('recordings', english)
  const removing = useSave('DELETE /rest-api/recordings/{recordingId}/moments/{momentId}', {
    refreshes,
    saved: t('removed'),
    failed: t('saveFailed'),
  })
  async function remove({ id: momentId, second }: Moment) {
    const place = positionText(second)
    const isConfirmed = await confirm({
      title: t('removeMoment', { place }),
      lost: t('removeMomentLost'),
      yes: t('delete'),
    })
    if (isConfirmed) await removing.save({ recordingId, momentId })
  }
  async function copyLink({ second }: Moment) {
    const link = location.origin + paths.recording({ recordingId }, { t: String(second) })
    try {
      await navigator.clipboard.writeText(link)
      showSnackbar({ text: t('copied'), tone: 'success' })
    } catch {
      showSnackbar({ text: link })
    }
  }
  return (
    <section className={styles.moments} aria-label={t('momentsHead')}>
      <h2 className={styles.groupHead}>{t('momentsHead')}</h2>
      {marked.length === 0 && <p className={styles.muted}>{t(access === 'OWNER' ? 'noMomentsCoach' : 'noMoments')}</p>}
      <ul className={styles.lines}>
        {marked.map((moment) => {
          const place = positionText(moment.second)
          return (
            <li key={moment.id} className={styles.moment} aria-current={moment.id === shownMoment?.id || undefined}>
              <Button kind="quiet" onClick={() => openMoment(moment)} aria-label={t('goTo', { place })}>
                {place}
              </Button>
              <p className={styles.comment}>{moment.comment}</p>
              <IconButton label={t('copyLink', { place })} onClick={() => void copyLink(moment)}>
                <LinkIcon size={20} />
              </IconButton>
              {access === 'OWNER' && (
                <IconButton label={t('removeAt', { place })} onClick={() => void remove(moment)}>
                  <CloseIcon size={20} />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
