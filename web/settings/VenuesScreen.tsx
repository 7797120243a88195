import { useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { isId, lastPart, orgUnitOf } from '#shared/ids.ts'
import { addressLine, mapUrlOf } from '#shared/rules/places.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { PlaceIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/Menu.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import type { Venue } from './answers.ts'
import english from './texts.en.json'
import { VenueForm } from './VenueForm.tsx'

const LIST = 'GET /rest-api/organization/venues/{orgUnitId}'

/** The club's venues; `?o=` is the team whose coach is looking, who can add venues for that team. */
export default function VenuesScreen() {
  const t = useTexts('settings', english)
  const { orgId = '' } = useParams()
  const orgUnitId = useOrgUnit(orgId)
  const read = useApi(LIST, orgUnitId === undefined ? undefined : { orgUnitId }, { handles: ['failures'] })
  const [editedVenue, setEditedVenue] = useState<Venue | 'new'>()
  const limitReason = useWhyLimited(orgId)
  const addDisabledReason = useWhyCannot()('canEditEvents', orgUnitId) ?? limitReason
  const addButton = (
    <Button kind="primary" onClick={() => setEditedVenue('new')} disabledReason={addDisabledReason}>
      {t('addVenue')}
    </Button>
  )
  return (
    <Screen title={t('venues')} actions={read.data && read.data.venues.length > 0 && addButton}>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loadingVenues')} />}
        failed={t('venuesFailed')}
        empty={{
          when: ({ venues }) => venues.length === 0,
          show: (
            <EmptyState title={t('noVenues')} hint={t('noVenuesHint')} icon={<PlaceIcon size={32} />}>
              {addButton}
            </EmptyState>
          ),
        }}
      >
        {({ venues, fieldLabel }) => (
          <VenueTable venues={venues} fieldLabel={fieldLabel} orgId={orgId} onEdit={setEditedVenue} />
        )}
      </Loaded>
      {orgUnitId !== undefined && read.data && (
        <VenueForm
          orgUnitId={orgUnitId}
          venue={editedVenue}
          venues={read.data.venues}
          fieldLabel={read.data.fieldLabel}
          country={read.data.country}
          refetch={read.mutate}
          close={() => setEditedVenue(undefined)}
        />
      )}
    </Screen>
  )
}

/**
 * The club for those who plan all of its events; otherwise the requested team, or the first one whose events the user plans.
 */
function useOrgUnit(orgId: string): string | undefined {
  const [query] = useSearchParams()
  const requestedTeamId = query.get('o')
  const { data } = useSelected().playersAndTeams
  if (requestedTeamId && isId('team', requestedTeamId) && requestedTeamId.startsWith(`${orgId}.`))
    return requestedTeamId
  if (!data) return undefined
  const organization = data.organizations.find(({ id }) => id === orgId)
  if (organization?.permissions.includes('canEditEvents')) return orgId
  return organization?.teams.find(({ permissions }) => permissions.includes('canEditEvents'))?.id ?? orgId
}

type VenueTableProps = { venues: Venue[]; fieldLabel: string; orgId: string; onEdit: (venue: Venue) => void }

function VenueTable({ venues, fieldLabel, orgId, onEdit }: VenueTableProps) {
  const t = useTexts('settings', english)
  const { fieldText } = useSportTexts()
  const whyCannot = useWhyCannot()
  const removeVenue = useRemoval()
  const teamNames = useTeamNames(orgId)
  const columns: Column<Venue>[] = [
    { key: 'name', head: t('venue'), width: 'minmax(0, 1.3fr)', cell: ({ name }) => name, sort: byText('name') },
    {
      key: 'address',
      head: t('address'),
      width: 'minmax(0, 1.6fr)',
      cell: (venue) =>
        addressLine(venue) || venue.mapUrl ? (
          <a href={mapUrlOf(venue)} target="_blank" rel="noreferrer">
            {addressLine(venue) || t('map')}
          </a>
        ) : (
          '–'
        ),
    },
    { key: 'fields', head: fieldText(fieldLabel), priority: 'low', cell: ({ fields }) => fields.join(', ') || '–' },
    {
      key: 'for',
      head: t('usedBy'),
      width: '11em',
      cell: ({ teamId }) => <Badge>{teamId === null ? t('allTeams') : (teamNames.get(teamId) ?? t('oneTeam'))}</Badge>,
    },
  ]
  return (
    <Table
      label={t('venues')}
      rows={venues}
      columns={columns}
      keyOf={keyOf}
      nameOf={({ name }) => name}
      actions={(venue) => {
        const disabledReason = whyCannot('canEditEvents', venue.id)
        return (
          <Menu
            about={venue.name}
            items={[
              { label: t('edit'), run: () => onEdit(venue), disabledReason },
              { label: t('remove'), danger: true, run: () => removeVenue(venue), disabledReason },
            ]}
          />
        )
      }}
    />
  )
}
const keyOf = ({ id }: Venue) => id
const byText = (key: 'name') => (first: Venue, second: Venue) => first[key].localeCompare(second[key])

function useTeamNames(orgId: string): ReadonlyMap<string, string> {
  const { data } = useSelected().playersAndTeams
  const teams = data?.organizations.find(({ id }) => id === orgId)?.teams ?? []
  return new Map(teams.map(({ id, name }) => [id, name]))
}

/** Removes a venue, with an undo that restores it under the same id. */
function useRemoval() {
  const t = useTexts('settings', english)
  const refreshes = [LIST] as const
  const restore = useSave('POST /rest-api/organization/venues/{orgUnitId}', { refreshes, failed: t('saveFailed') })
  const removedVenues = useRef(new Map<string, Venue>())
  const removal = useSave('DELETE /rest-api/organization/venue/{venueId}', {
    refreshes,
    saved: t('venueRemoved'),
    failed: t('saveFailed'),
    undo: (_answer, { venueId }) => {
      const venue = removedVenues.current.get(venueId)
      if (venue) void restore.save({ orgUnitId: orgUnitOf(venueId), body: toVenueBody(venue) })
    },
  })
  return (venue: Venue) => {
    removedVenues.current.set(venue.id, venue)
    void removal.save({ venueId: venue.id })
  }
}

const toVenueBody = ({ id, name, address, city, state, zip, mapUrl, fields }: Venue) => ({
  part: lastPart(id),
  name,
  address,
  city,
  state,
  zip,
  mapUrl,
  fields,
})
