import { useState } from 'react'
import useSWR from 'swr'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Link } from '../kit/Link.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import { pushState, turnOff, turnOn } from './push.ts'
import texts from './texts.en.json'

/** Push notifications on this device: whether they are on, and whether they show the author and text. */
export function Notifications({ close }: { close: () => void }) {
  const t = useTexts('chat', texts)
  const devices = useApi('GET /rest-api/push/devices', {}, { handles: ['failures'] })
  const { data: state, mutate } = useSWR('state of push on this device', pushState)
  const [busy, setBusy] = useState(false)
  const ownDevice = devices.data?.devices.find(({ deviceId }) => state?.is === 'on' && deviceId === state.deviceId)
  async function change(work: () => Promise<boolean | void>, savedText: string) {
    setBusy(true)
    try {
      const isDone = (await work()) !== false
      showSnackbar({ text: isDone ? savedText : t('pushDenied'), tone: isDone ? 'success' : 'danger' })
    } catch {
      showSnackbar({ text: t('pushFailed'), tone: 'danger' })
    } finally {
      await Promise.all([devices.mutate(), mutate()])
      setBusy(false)
    }
  }
  return (
    <Dialog opened close={close} title={t('pushTitle')} shape="form">
      <Loaded read={devices} skeleton={<ListSkeleton label={t('loading')} />} failed={t('pushFailed')}>
        {({ publicKey }) => {
          const isUnavailable = state?.is === 'unsupported' || state?.is === 'denied'
          const waitProps = busy || !state ? { disabledReason: t('saving') } : {}
          return (
            <div className={styles.choosing}>
              <p>{t('pushHint')}</p>
              {state?.is === 'unsupported' && <Notice tone="warning">{t('pushUnsupported')}</Notice>}
              {state?.is === 'denied' && <Notice tone="warning">{t('pushDenied')}</Notice>}
              <Switch
                label={t('pushOn')}
                value={ownDevice !== undefined}
                onChange={(isOn) =>
                  void (isOn
                    ? change(() => turnOn(publicKey, false), t('pushIsOn'))
                    : change(async () => ownDevice && turnOff(ownDevice.deviceId), t('pushIsOff')))
                }
                {...waitProps}
                {...(isUnavailable && { disabledReason: t('pushCannot') })}
              />
              <Switch
                label={t('pushText')}
                hint={t('pushTextHint')}
                value={ownDevice?.showsText === true}
                onChange={(showsText) => void change(() => turnOn(publicKey, showsText), t('rulesSaved'))}
                {...waitProps}
                {...(ownDevice === undefined && { disabledReason: t('pushFirst') })}
              />
              <Link to={paths.notices()}>{t('pushKinds')}</Link>
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
