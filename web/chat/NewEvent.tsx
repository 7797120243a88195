import { useState } from 'react'
import { orgUnitOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { useApi } from '../api.ts'
import { readerDay } from '../events/months.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { dayStartText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { EmptyState } from '../kit/States.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import texts from './texts.en.json'
import type { MessageContent } from './useQueuedMessages.ts'

/** How many days ahead events are offered. */
const maxDaysAhead = 60

type Props = { conversationSid: string; sendMessage: (words: MessageContent) => void; close: () => void }
/** Sends an upcoming event, which people answer within the conversation. */
export function NewEvent({ conversationSid, sendMessage, close }: Props) {
  const t = useTexts('chat', texts)
  const now = useNow()
  const start = readerDay()
  const read = useApi(
    'GET /api/v1/teamEventsByMonth/{orgUnitId}',
    { orgUnitId: orgUnitOf(conversationSid), query: { start, end: addDays(start, maxDaysAhead), related: 'true' } },
    { handles: ['failures', 'not_allowed'] },
  )
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const isUpcoming = ({ end, cancelled }: { end: string; cancelled?: true | undefined }) => end > now && !cancelled
  const searchWords = words(fold(typed))
  const eventOptions = (read.data?.events ?? [])
    .filter(isUpcoming)
    .map(({ id, name, start: at, timezone, orgUnit }) => {
      return { value: id, name, label: `${dayStartText(at, timezone)} · ${name} · ${orgUnit.name}` }
    })
  // The chosen event stays visible whatever is searched for.
  const options = eventOptions.filter(({ value, label }) => value === chosen || matchesText(label, searchWords))
  const event = eventOptions.find(({ value }) => value === chosen)
  function send() {
    if (!event) return
    sendMessage({ text: '', event: { eventId: event.value, name: event.name } })
    close()
  }
  return (
    <Dialog
      opened
      close={close}
      title={t('newEvent')}
      shape="form"
      foot={
        <Button kind="primary" wide onClick={send} {...(!event && { disabledReason: t('chooseEvent') })}>
          {t('send')}
        </Button>
      }
    >
      <UnsavedInputGuard dirty={chosen !== ''} />
      <Loaded
        read={read}
        skeleton={<ListSkeleton label={t('loading')} />}
        failed={t('eventsFailed')}
        empty={{
          when: ({ events }) => !events.some(isUpcoming),
          show: <EmptyState title={t('noEvents')} hint={t('noEventsHint')} />,
        }}
      >
        {() => (
          <div className={styles.choosing}>
            <SearchField label={t('findEvent')} value={typed} onChange={setTyped} />
            {options.length > 0 ? (
              <Radios label={t('whichEvent')} value={chosen} onChange={setChosen} options={options} />
            ) : (
              <p className={styles.meta}>{t('noEventFound')}</p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
