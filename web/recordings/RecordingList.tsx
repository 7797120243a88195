import { useSWRConfig } from 'swr'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText, readerZone, sizeText } from '../kit/format.ts'
import { VideoIcon } from '../kit/lucideIcons.ts'
import { Menu } from '../kit/Menu.tsx'
import { paths } from '../paths.ts'
import { refresh, useSave } from '../shell/useSave.ts'
import styles from './Recordings.module.css'
import { type RecordingSummary, positionText, refreshes } from './shapes.ts'
import english from './texts.en.json'

/** Recordings grouped by event. */
export function RecordingList({ recordings, isBin }: { recordings: readonly RecordingSummary[]; isBin: boolean }) {
  const groups = new Map<string, RecordingSummary[]>()
  for (const line of recordings) {
    const key = line.event?.id ?? line.id
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return (
    <>
      {[...groups].map(([key, [first, ...others]]) =>
        first ? <Group key={key} first={first} all={[first, ...others]} isBin={isBin} /> : null,
      )}
    </>
  )
}

function Group({ first, all, isBin }: { first: RecordingSummary; all: readonly RecordingSummary[]; isBin: boolean }) {
  const t = useTexts('recordings', english)
  const { event, startsAt, teamName } = first
  const day = dateText(startsAt, event?.timezone ?? readerZone())
  const title = event ? event.name : t('withoutEvent')
  return (
    <section className={styles.group} aria-label={`${title}, ${day}`}>
      <h2 className={styles.groupHead}>
        {title} <span className={styles.muted}>{`${day} · ${teamName}`}</span>
      </h2>
      <ul className={styles.lines}>
        {all.map((line) => (
          <li key={line.id}>
            <Card>
              <div className={styles.line}>
                <Poster line={line} />
                <div className={styles.about}>
                  {isBin ? (
                    <b>{line.title}</b>
                  ) : (
                    <Link to={paths.recording({ recordingId: line.id })}>{line.title}</Link>
                  )}
                  <span className={styles.muted}>
                    {[
                      line.seconds ? positionText(line.seconds) : undefined,
                      sizeText(line.size),
                      line.moments > 0 ? t('moments', { count: line.moments }) : undefined,
                      line.goesAt ? t('goesOn', { day: dateText(line.goesAt, readerZone()) }) : undefined,
                    ]
                      .filter((each) => each !== undefined)
                      .join(' · ')}
                  </span>
                  {line.access === 'OWNER' && !line.shared && !isBin && <Badge>{t('notShared')}</Badge>}
                </div>
                {isBin && <BinMenu line={line} />}
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Poster({ line: { thumbnailPresignedUrl: url } }: { line: RecordingSummary }) {
  return url ? (
    <img src={url} alt="" className={styles.poster} loading="lazy" />
  ) : (
    <span className={styles.poster}>
      <VideoIcon size={32} aria-hidden="true" />
    </span>
  )
}

function BinMenu({ line: { id: recordingId, title } }: { line: RecordingSummary }) {
  const t = useTexts('recordings', english)
  const restoring = useSave('POST /rest-api/recordings/{recordingId}/restore', {
    refreshes,
    saved: t('restored'),
    failed: t('saveFailed'),
  })
  const config = useSWRConfig()
  const deleting = useSave('DELETE /rest-api/recordings/{recordingId}', {
    refreshes,
    saved: t('removed'),
    failed(problem) {
      // The list may be out of date.
      refreshes.forEach((route) => refresh(config, route))
      return problemText(problem)
    },
  })
  async function deleteForGood() {
    const isConfirmed = await confirm({ title: t('forGoodOne', { title }), lost: t('forGoodLost'), yes: t('forGood') })
    if (isConfirmed) await deleting.save({ recordingId, query: { forGood: 'true' } })
  }
  return (
    <Menu
      about={title}
      items={[
        { label: t('restore'), run: () => void restoring.save({ recordingId }) },
        { label: t('forGood'), danger: true, run: () => void deleteForGood() },
      ]}
    />
  )
}
