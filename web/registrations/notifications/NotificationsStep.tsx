import { useState } from 'react'
import { useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { CloseIcon } from '../../kit/icons.tsx'
import { Select } from '../../kit/Select.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { change, useSave } from '../../shell/useSave.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { useQueue } from '../../kit/useQueue.ts'

const LIST = 'GET /rest-api/registration/notifications/{registrationId}'
const CANDIDATES = 'GET /rest-api/registration/notifications/{registrationId}/candidates'
const ONE = 'PUT /rest-api/registration/notifications/{registrationId}/{userId}'

/** Who in the club is mailed when somebody registers. */
export function NotificationsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const read = useApi(LIST, { registrationId }, { handles: ['failures'] })
  const candidates = useApi(CANDIDATES, { registrationId }).data?.candidates ?? []
  const [userId, setUserId] = useState('')
  const adding = useSave('POST /rest-api/registration/notifications/{registrationId}', {
    refreshes: [LIST, CANDIDATES],
    failed: problemText,
  })
  // Queued: of two concurrent saves, the second response would hide the first change.
  const enqueue = useQueue()
  const changing = useSave(ONE, {
    optimistic: ({ userId: recipientId, body }) => [
      change(LIST, { registrationId }, ({ notifications }) => ({
        notifications: notifications.map((each) => (each.userId === recipientId ? { ...each, ...body } : each)),
      })),
    ],
    failed: problemText,
  })
  const removing = useSave('DELETE /rest-api/registration/notifications/{registrationId}/{userId}', {
    refreshes: [LIST, CANDIDATES],
    failed: problemText,
  })
  async function add() {
    if (await adding.save({ registrationId, body: { userId, paymentsToo: false } })) setUserId('')
  }
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_notifications')}>
        <h2>{t('step_notifications')}</h2>
        <p className={styles.muted}>{t('notificationsHint')}</p>
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('notificationsFailed')}
          empty={{
            when: ({ notifications }) => notifications.length === 0,
            show: <p className={styles.muted}>{t('nobodyTold')}</p>,
          }}
        >
          {({ notifications }) => (
            <ul className={styles.list} aria-label={t('step_notifications')}>
              {notifications.map(({ userId: recipientId, name, paymentsToo }) => (
                <li key={recipientId} className={styles.row}>
                  <span className={styles.what}>
                    <span className={styles.name}>{name}</span>
                  </span>
                  <Checkbox
                    label={t('paymentsToo')}
                    value={paymentsToo}
                    onChange={(on) =>
                      void enqueue(() =>
                        changing.save({ registrationId, userId: recipientId, body: { paymentsToo: on } }),
                      )
                    }
                  />
                  <IconButton
                    label={t('takeAway', { name })}
                    onClick={() => void removing.save({ registrationId, userId: recipientId })}
                  >
                    <CloseIcon />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {candidates.length > 0 && (
          <>
            <Select
              label={t('tellWhom')}
              value={userId}
              onChange={setUserId}
              options={[
                { value: '', label: t('choosePerson') },
                ...candidates.map((each) => ({ value: each.userId, label: each.name })),
              ]}
            />
            <div className={styles.buttons}>
              <Button
                busy={adding.saving}
                onClick={() => void add()}
                {...(userId === '' && { disabledReason: t('choosePerson') })}
              >
                {t('add')}
              </Button>
            </div>
          </>
        )}
      </Card>
      <NextButton next={next} />
    </div>
  )
}
