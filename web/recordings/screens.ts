import type { ScreenRecord } from '../screenRecord.ts'

export const recordingsScreens = {
  recordings: { path: '/recordings', name: 'Recordings', file: 'recordings/RecordingsScreen', frame: 'shell' },
  recording: {
    path: '/recordings/:recordingId',
    name: 'one recording',
    file: 'recordings/RecordingScreen',
    frame: 'shell',
  },
} as const satisfies Record<string, ScreenRecord>
