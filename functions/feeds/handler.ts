import { feeds } from '#shared/api/feeds.ts'
import { serve } from '../serve.ts'
import { downloadEvent } from './downloadEvent.ts'
import { downloadFeed } from './downloadFeed.ts'
import { listFeeds, removeFeed } from './listFeeds.ts'
import { readCalendarMails, saveCalendarMails } from './mailsCalls.ts'
import { makeFamilyFeed, makeOrganizationFeed, makePlayerFeed, makeTeamFeed } from './makeFeed.ts'

export const handler = serve(feeds, {
  'GET /rest-api/feeds': listFeeds,
  'POST /rest-api/feeds/family': makeFamilyFeed,
  'POST /rest-api/feeds/player/{playerId}': makePlayerFeed,
  'POST /rest-api/feeds/team/{teamId}': makeTeamFeed,
  'POST /rest-api/feeds/organization/{orgId}': makeOrganizationFeed,
  'DELETE /rest-api/feeds/{feedId}': removeFeed,
  'GET /rest-api/calendar/mails': readCalendarMails,
  'PUT /rest-api/calendar/mails': saveCalendarMails,
  'GET /rest-api/calendar/feed/{feedFile}': downloadFeed,
  'GET /rest-api/calendar/event/{eventId}/file': downloadEvent,
})
