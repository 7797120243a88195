import { useState } from 'react'
import { useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { moneyText } from '../../kit/format.ts'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'

/** Copies add-ons of earlier registrations. */
export function CopyAddOns({ registrationId, close }: { registrationId: string; close: () => void }) {
  const t = useTexts('registrations', english)
  const read = useApi(
    'GET /rest-api/registration/add-ons/{registrationId}/existing',
    { registrationId },
    { handles: ['failures'] },
  )
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set())
  const { save, saving } = useSave('POST /rest-api/registration/add-ons/{registrationId}/copy-existing', {
    refreshes: ['GET /rest-api/registration/add-ons/{registrationId}'],
    failed: problemText,
  })
  const toggle = (key: string) => (on: boolean) =>
    setChosenKeys(new Set(on ? [...chosenKeys, key] : [...chosenKeys].filter((each) => each !== key)))
  async function copy() {
    for (const sourceId of new Set([...chosenKeys].map((key) => key.split(' ')[0] ?? ''))) {
      const addOnIds = [...chosenKeys]
        .filter((key) => key.startsWith(`${sourceId} `))
        .map((key) => key.split(' ')[1] ?? '')
      if (!(await save({ registrationId, body: { from: sourceId, addOnIds } }))) return
    }
    close()
  }
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
      failed={t('addOnsFailed')}
      empty={{
        when: ({ registrations }) => registrations.length === 0,
        show: <p className={styles.muted}>{t('nothingToCopy')}</p>,
      }}
    >
      {({ registrations }) => (
        <div className={styles.parts}>
          {registrations.map((each) => (
            <fieldset key={each.registrationId} className={styles.choices}>
              <legend>{each.name || t('untitled')}</legend>
              {each.addOns.map(({ id, addOnName, priceInCents }) => (
                <Checkbox
                  key={id}
                  label={`${addOnName}, ${priceInCents === 0 ? t('free') : moneyText(priceInCents)}`}
                  value={chosenKeys.has(`${each.registrationId} ${id}`)}
                  onChange={toggle(`${each.registrationId} ${id}`)}
                />
              ))}
            </fieldset>
          ))}
          <div className={styles.buttons}>
            <Button
              kind="primary"
              busy={saving}
              onClick={() => void copy()}
              {...(chosenKeys.size === 0 && { disabledReason: t('chooseFirst') })}
            >
              {t('copyChosen')}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  )
}
