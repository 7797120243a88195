import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { useMediaQuery } from '../kit/useMediaQuery.ts'
import { noteOpened } from '../noteOpened.ts'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Academy.module.css'
import type { Item, Place } from './place.ts'
import english from './texts.en.json'
import { kindOf } from './types.tsx'

/** A file as it can be looked at in place; whatever cannot be is saved. Its address is good for some minutes. */
export function Preview({ place, item }: { place: Place; item: Item }) {
  const t = useTexts('academy', english)
  const fileMetadataId = item.fileMetadata?.id
  const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'
  const read = useApi(LINK, fileMetadataId ? { fileMetadataId } : undefined, {
    handles: ['failures', 'not_allowed'],
    // It would be another address, and a film would begin anew.
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  const { orgId, playerId } = place
  useEffect(() => noteOpened({ orgId, playerId }, item.id), [orgId, playerId, item.id])
  return (
    <Loaded
      read={read}
      failed={t('itemFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="320px" />
        </Skeletons>
      }
    >
      {({ filePresignedUrl: url }) => (
        <div className={styles.preview}>
          <Shown item={item} url={url} />
          <a className={styles.outside} href={url} target="_blank" rel="noreferrer" download={item.name}>
            {t('download')}
          </a>
        </div>
      )}
    </Loaded>
  )
}

function Shown({ item, url }: { item: Item; url: string }) {
  const t = useTexts('academy', english)
  const kind = kindOf(item)
  const phone = useMediaQuery('(max-width: 767px)')
  if (kind === 'picture') return <img src={url} alt={item.name} className={styles.picture} />
  if (kind === 'video')
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- clubs' own films have no captions to show
    return <video src={url} controls playsInline className={styles.picture} aria-label={item.name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- there is no text to show
  if (kind === 'sound') return <audio src={url} controls aria-label={item.name} />
  // A sandbox would keep browsers from showing it; it is a PDF by its contents, which run nothing of ours.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
  if (kind === 'pdf' && !phone) return <iframe src={url} title={item.name} className={styles.frame} />
  // Browsers of phones show a PDF on a page of its own, or in another app, and never in a frame.
  if (kind === 'pdf')
    return (
      <a className={styles.outside} href={url} target="_blank" rel="noreferrer">
        {t('openPdf')}
      </a>
    )
  if (kind === 'text') return <PlainText url={url} />
  return <p>{t('noPreview')}</p>
}

/** As many characters are shown. */
const most = 20_000

function PlainText({ url }: { url: string }) {
  const t = useTexts('academy', english)
  const [text, setText] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    fetch(url, { signal: stop.signal })
      .then(async (answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((all) => setText(all.slice(0, most)))
      .catch(() => !stop.signal.aborted && setText(''))
    return () => stop.abort()
  }, [url])
  if (text === undefined) return <p role="status">{t('loading')}</p>
  return text === '' ? <p>{t('noPreview')}</p> : <pre className={styles.text}>{text}</pre>
}
