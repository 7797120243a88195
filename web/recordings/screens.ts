import type { ScreenRecord } from '../screenRecord.ts'

export const recordingsScreens = {
  recordings: {
    path: '/recordings',
    name: 'Recordings',
    file: 'recordings/RecordingsScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/recordings' },
    beside: [{ route: 'GET /rest-api/recordings/teams' }],
  },
  recording: {
    path: '/recordings/:recordingId',
    name: 'one recording',
    file: 'recordings/RecordingScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/recordings/{recordingId}' },
  },
} as const satisfies Record<string, ScreenRecord>
