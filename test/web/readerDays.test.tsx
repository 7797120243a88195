import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Bin } from '#web/academy/Bin.tsx'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { NewEvent } from '#web/chat/NewEvent.tsx'
import { RecordingList } from '#web/recordings/RecordingList.tsx'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import { PictureAudience } from '#web/teams/PictureAudience.tsx'
import { PlayerStanding } from '#web/teams/PlayerStanding.tsx'
import { otherAnswers, detail, item, itemId, listing } from './academy/items.ts'
import { setTimeZone, showScreen, signInAt, standInServer } from './fakeServer.tsx'
import { conversationSid } from './chat/talk.ts'
import { clubDetails } from './clubDetails.ts'
import { adminOf, coachOf, organizationId, person, teamId } from './people.ts'
import { showInShell } from './settings/inShell.tsx'

/** The date of an instant is shown in the time zone of the device. */

const server = standInServer()
/** In the time zone of the device this is already the next day. */
const instant = '2026-11-20T18:00:00Z'
beforeEach(() => {
  setTimeZone('Pacific/Auckland')
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
})

const player = { ...person('danley'), bornOn: null, medical: null, contacts: [], fields: [], tags: [] }
const film = {
  ...{ id: `${teamId}.z0000000000a`, teamId, teamName: 'U12 Falcons', title: 'First half', contentType: 'video/mp4' },
  ...{ event: null, startsAt: instant, size: 1, seconds: null, moments: 0, access: 'OWNER' as const, shared: true },
  ...{ thumbnailPresignedUrl: null, goesAt: instant },
}
const places: Record<string, [open: () => unknown, says: RegExp]> = {
  'a signature': [
    () => {
      const signed = { by: 'Pat Moreno', at: instant }
      server.answers({
        'GET /rest-api/teams/player/{playerId}/standing': {
          papers: [{ id: 'a', title: 'Waiver', signed }],
          fees: null,
        },
      })
      showScreen(<PlayerStanding playerId={player.id} teamId={teamId} />)
    },
    /Agreed by Pat Moreno on 11\/21\/2026/,
  ],
  'the choice of who may see pictures': [
    () => {
      const pictures = { to: 'team' as const, said: { name: 'Pat Moreno', at: instant }, maySay: false }
      const known = { ...player, pictures, family: [], events: [], answered: null, permissions: [], teams: [] }
      showScreen(<PictureAudience player={known} teamId={teamId} />)
    },
    /Chosen by Pat Moreno on 11\/21\/2026/,
  ],
  'deletion from the recordings’ bin': [
    () => showScreen(<RecordingList recordings={[film]} isBin />),
    /goes on 11\/21\/2026/,
  ],
  'a recording': [
    () => showScreen(<RecordingList recordings={[{ ...film, goesAt: null }]} isBin />),
    /^11\/21\/2026 · U12/,
  ],
  'deletion from the library’s bin': [
    () => {
      server.answers({
        'GET /rest-api/academy/storage/organization/{orgId}/bin': {
          items: [{ ...item('a'), goesAt: instant, forGood: true }],
        },
      })
      showScreen(<Bin orgId={organizationId} />)
    },
    /^11\/21\/2026$/,
  ],
  'an addition to the library': [
    () => {
      server.answers({
        ...otherAnswers,
        'GET /rest-api/academy/storage/organization/{orgId}': listing([item('a')]),
        'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(item('a')),
      })
      const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
      const at = `/academy/storage/${organizationId}/organization?item=${itemId('a')}`
      showInShell(<StorageScreen />, { path, at })
    },
    /Added by Cora Coach on 11\/21\/2026/,
  ],
  'the expiry of an administrator’s invitation': [
    () => {
      const by = { permissions: ['canEditEvents' as const], invitedBy: 'Ann', invitedAt: instant, until: instant }
      server.answers({
        'GET /api/v1/playersAndTeams': adminOf(['canEditAdministrators']),
        'GET /rest-api/organization/details/{orgId}': { ...clubDetails, permissions: ['canEditAdministrators'] },
        'GET /rest-api/organization/administrators/{orgUnitId}': {
          ...{ name: 'Riverside FC', administrators: [] },
          invitations: [{ id: `${organizationId}.i0000000000a`, email: 'ines@club.example', ...by }],
        },
      })
      showInShell(<SettingsScreen />, {
        path: '/settings/:id/:page',
        at: `/settings/${organizationId}/administrators`,
      })
    },
    /until 11\/21\/2026/,
  ],
}

it.each(Object.entries(places))('shows the date of %s in the time zone of the device', async (_, [open, says]) => {
  open()
  expect(await screen.findByText(says)).toBeVisible()
})

it('offers the events of this evening to a user who sends one late in the day', async () => {
  const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
  setTimeZone('America/Chicago')
  signInAt('2026-11-21T20:00:00-06:00')
  server.answers({ [MONTH]: { events: [], cursor: null } })
  showScreen(<NewEvent conversationSid={conversationSid} sendMessage={() => undefined} close={() => undefined} />)
  await screen.findByText('No events in the coming weeks')
  expect(server.asked(MONTH)[0]?.query['start']).toBe('2026-11-21')
})
