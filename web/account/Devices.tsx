import { useId } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'

const LIST = 'GET /rest-api/session/sessions'
type Device = AnswerOf<typeof LIST>['devices'][number]

/** The devices where the user is signed in, with sign-out for each and for all of them, e.g. after losing a phone. */
export function Devices() {
  const t = useTexts('account', texts)
  const headingId = useId()
  const read = useApi(LIST, {}, { handles: ['failures'] })
  const { save, saving } = useSave('POST /rest-api/session/end-all', { failed: t('signOutFailed') })
  async function signOutAll() {
    const title = t('signOutEverywhere')
    if (!(await confirm({ title: `${title}?`, lost: t('signOutLost'), yes: title }))) return
    // A full page load, so that nothing of this user stays in memory.
    if (await save({})) window.location.assign(paths.logout())
  }
  return (
    <Card className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('devices')}
      </h2>
      <KeptFocus label={t('devices')} className={styles.kept}>
        <Loaded
          read={read}
          failed={t('devicesFailed')}
          skeleton={
            <Skeletons label={t('loading')}>
              <Skeleton height="60px" />
            </Skeletons>
          }
        >
          {({ devices }) => (
            <ul className={styles.devices}>
              {devices.map((device) => (
                <DeviceItem key={device.id} device={device} />
              ))}
            </ul>
          )}
        </Loaded>
      </KeptFocus>
      <p>{t('devicesHint')}</p>
      <p>
        {t('linksGoOn')} <Link to={paths.calendarLinks()}>{t('calendarLinks')}</Link>
      </p>
      <Button busy={saving} onClick={() => void signOutAll()}>
        {t('signOutEverywhere')}
      </Button>
    </Card>
  )
}

function DeviceItem({ device: { id, browser, system, from, seenAt, current } }: { device: Device }) {
  const t = useTexts('account', texts)
  const { save, saving } = useSave('POST /rest-api/session/sessions/end', {
    refreshes: [LIST],
    saved: t('endedDevice'),
    failed: t('endDeviceFailed'),
  })
  const name = browser && system ? t('onSystem', { browser, system }) : browser || system || t('unknownDevice')
  const when = dateTimeText(seenAt, readerZone())
  return (
    <li className={styles.device}>
      <div>
        <strong>{name}</strong> {current && <Badge tone="success">{t('thisDevice')}</Badge>}
        <p className={styles.hint}>{from ? t('seenFrom', { when, from }) : t('seen', { when })}</p>
      </div>
      {!current && (
        <Button
          kind="quiet"
          busy={saving}
          aria-label={t('endDeviceOf', { device: name })}
          onClick={() => void save({ body: { id } })}
        >
          {t('endDevice')}
        </Button>
      )}
    </li>
  )
}
