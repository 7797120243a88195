import { recordings } from '#shared/api/recordings.ts'
import { serve } from '../serve.ts'
import { addRecording, changeRecording } from './add.ts'
import { readChoices } from './choices.ts'
import { deleteRecording, restoreRecording } from './bin.ts'
import { listRecordings, listTeams } from './list.ts'
import { addMoment, removeMoment } from './moments.ts'
import { setPoster } from './poster.ts'
import { readRecording } from './read.ts'
import { readUsage } from './usage.ts'

export const handler = serve(recordings, {
  'GET /rest-api/recordings': listRecordings,
  'GET /rest-api/recordings/teams': listTeams,
  'GET /rest-api/recordings/team/{teamId}': readChoices,
  'GET /rest-api/recordings/{recordingId}': readRecording,
  'POST /rest-api/recordings/team/{teamId}': addRecording,
  'PUT /rest-api/recordings/{recordingId}': changeRecording,
  'PUT /rest-api/recordings/{recordingId}/poster': setPoster,
  'DELETE /rest-api/recordings/{recordingId}': deleteRecording,
  'POST /rest-api/recordings/{recordingId}/restore': restoreRecording,
  'POST /rest-api/recordings/{recordingId}/moments': addMoment,
  'DELETE /rest-api/recordings/{recordingId}/moments/{momentId}': removeMoment,
  'GET /rest-api/recordings/usage/{orgId}': readUsage,
})
