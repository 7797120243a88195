import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import styles from './Feeds.module.css'
import { Qr } from '../kit/Qr.tsx'
import english from './texts.en.json'
import type { Link } from './useCreateLink.ts'

/** A newly created link, and how to add it to a calendar app. */
export function CreatedLink({ link, close }: { link: Link | undefined; close: () => void }) {
  const t = useTexts('feeds', english)
  return (
    <Dialog
      opened={link !== undefined}
      close={close}
      title={t('ready')}
      foot={
        <Button kind="primary" onClick={close}>
          {t('done')}
        </Button>
      }
    >
      {link && <SubscribeOptions link={link} />}
    </Dialog>
  )
}

function SubscribeOptions({ link: { https, webcal } }: { link: Link }) {
  const t = useTexts('feeds', english)
  const isPhone = usePhone()
  const google = `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: https, name: 'Touchline' })}`
  return (
    <div className={styles.ways}>
      <Notice>{t('secret')}</Notice>
      <div className={styles.beside}>
        <div>
          <a href={webcal}>{t('subscribe')}</a>
          <a href={google} target="_blank" rel="noreferrer">
            {t('google')}
          </a>
          <a href={outlook} target="_blank" rel="noreferrer">
            {t('outlook')}
          </a>
        </div>
        {!isPhone && (
          <figure className={styles.qr}>
            <figcaption>{t('scan')}</figcaption>
            <Qr text={webcal} label={t('qr')} />
          </figure>
        )}
      </div>
      <Field name="link" label={t('link')} value={https} onChange={() => undefined} readOnly />
      <CopyButton text={https} label={t('copy')} />
      <p className={styles.hint}>{t('delay')}</p>
    </div>
  )
}
