import { devices } from '#functions/table/sessions.ts'
import { update } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of the session, and the setup it needs. */

const anotherDevice = (userId: string) => {
  const deviceFields = { signedInAt: stamp.at, seenAt: stamp.at, agent: '', from: '' }
  return update(
    stamp,
    devices.upsert({ userId, sessionId: 'another-device' }, { set: { sessionId: 'another-device', ...deviceFields } }),
  )
}

export const exampleRequests: Requests = {
  queries: {
    'GET /rest-api/users/feature-walkthrough': { walkthroughId: 'coachNav' },
    'POST /rest-api/users/update-feature-walkthrough': { walkthroughId: 'coachNav', isCompleted: 'false' },
  },
  bodies: {
    'POST /rest-api/session/sessions/end': { id: 'another-device' },
    'POST /rest-api/session/continue': { session: 'another-device' },
    'POST /rest-api/session/use': { screens: { today: 1 } },
    'PUT /rest-api/session/profile': { firstName: 'Danley', lastName: 'Jean Jacques' },
    'PUT /rest-api/session/avatar': { jpeg: aJpeg().toString('base64') },
  },
  // Before the users of these requests have signed in.
  times: {
    'POST /rest-api/session/end-all': '2026-11-10T18:00:00Z',
    'POST /rest-api/session/end-others': '2026-11-10T18:00:00Z',
  },
  prepared: { 'POST /rest-api/session/sessions/end': anotherDevice },
}
