import { attendance } from '#shared/api/attendance.ts'
import { serve } from '../serve.ts'
import { markAttendance, readAttendance, readPlayerAttendance, readSeason } from './attendanceCalls.ts'

export const handler = serve(attendance, {
  'GET /rest-api/attendance/event/{eventId}': readAttendance,
  'PUT /rest-api/attendance/event/{eventId}': markAttendance,
  'GET /rest-api/attendance/season/{orgUnitId}': readSeason,
  'GET /rest-api/attendance/player/{playerId}': readPlayerAttendance,
})
