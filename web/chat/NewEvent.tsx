import { orgUnitOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import { useApi } from '../api.ts'
import { useNow } from '../events/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { dayStartText } from '../kit/format.ts'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import texts from './texts.en.json'
import type { Words } from './useSayings.ts'

/** How far ahead events are offered, in days. */
const ahead = 60

type Props = { conversationSid: string; say: (words: Words) => void; close: () => void }
/** Sends an event of the next weeks, which everybody answers in the conversation. */
export function NewEvent({ conversationSid, say, close }: Props) {
  const t = useTexts('chat', texts)
  const now = useNow()
  const start = now.slice(0, 10)
  const read = useApi(
    'GET /api/v1/teamEventsByMonth/{orgUnitId}',
    { orgUnitId: orgUnitOf(conversationSid), query: { start, end: addDays(start, ahead), related: 'true' } },
    { handles: ['failures', 'not_allowed'] },
  )
  const isOn = ({ end, cancelled }: { end: string; cancelled?: true | undefined }) => end > now && !cancelled
  return (
    <Dialog opened close={close} title={t('newEvent')} shape="form">
      <Loaded
        read={read}
        skeleton={<ListSkeleton label={t('loading')} />}
        failed={t('eventsFailed')}
        empty={{
          when: ({ events }) => !events.some(isOn),
          show: <EmptyState title={t('noEvents')} hint={t('noEventsHint')} />,
        }}
      >
        {({ events }) => (
          <ul className={styles.conversations}>
            {events.filter(isOn).map(({ id: eventId, name, start: at, timezone, orgUnit }) => (
              <li key={eventId}>
                <Button
                  kind="quiet"
                  wide
                  onClick={() => {
                    say({ text: '', event: { eventId, name } })
                    close()
                  }}
                >
                  {`${dayStartText(at, timezone)} · ${name} · ${orgUnit.name}`}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
