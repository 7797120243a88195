import { Navigate, useSearchParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { paths } from '../paths.ts'

/** Redirects links with an event's id in the query to that event; without one, to the calendar. */
export default function ConnectScreen() {
  const eventId = useSearchParams()[0].get('eventId') ?? ''
  return <Navigate to={isId('event', eventId) ? paths.event({ eventId }) : paths.fanCalendar()} replace />
}
