// The routes that are called less often: a chunk of its own, loaded with the first of these calls.
export { putAvatar, removeAvatar } from './avatar.ts'
export { changeProfile } from './changeProfile.ts'
export { countUse } from './countUse.ts'
export { continueSession, endDevice, listDevices } from './devices.ts'
export { endAllSessions, endOtherSessions, endSession } from './endSession.ts'
export { stopInPlace } from './inPlace.ts'
