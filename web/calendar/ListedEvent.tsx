import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../kit/icons.tsx'
import { EventDetails } from '../events/EventDetails.tsx'
import { EventSummary } from '../events/EventSummary.tsx'
import type { CalendarEvent } from '../events/eventTypes.ts'
import texts from './texts.en.json'

/** An event of a list; it opens to what it is about and who comes. */
export function ListedEvent({ event, coach }: { event: CalendarEvent; coach: boolean }) {
  const t = useTexts('calendar', texts)
  const [open, setOpen] = useState(false)
  const headingId = useId()
  const detailsId = useId()
  return (
    <Card as="article" accent={event.eventType.color} aria-labelledby={headingId}>
      <EventSummary
        event={event}
        location={event.location}
        heading="h4"
        headingId={headingId}
        action={
          <IconButton
            label={t('showDetails', { event: event.name })}
            aria-expanded={open}
            aria-controls={detailsId}
            onClick={() => setOpen(!open)}
          >
            {open ? <ChevronUpIcon /> : <ChevronDownIcon />}
          </IconButton>
        }
      />
      <div id={detailsId}>{open && <EventDetails event={event} location={event.location} coach={coach} />}</div>
    </Card>
  )
}
