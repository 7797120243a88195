import { useParams } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { Tabs } from '../kit/Tabs.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useKeptSearch } from '../shell/useKeptSearch.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { FamilyPart } from './FamilyPart.tsx'
import { StandingPart } from './StandingPart.tsx'
import english from './texts.en.json'
import { TextsPart } from './TextsPart.tsx'

/** What clubs ask families to agree to: each family reads and signs theirs; a club writes it and sees who has. */
export default function AgreementsScreen() {
  const t = useTexts('agreements', english)
  const { id } = useParams()
  const parts = useParts(id)
  const [chosen, choose] = useKeptSearch<Part['value'] | undefined>(undefined)
  const shown = parts.find(({ value }) => value === chosen) ?? parts[0]
  return (
    <Screen title={t('title')}>
      {parts.length > 1 && shown ? (
        <Tabs label={t('parts')} value={shown.value} onChange={choose} tabs={parts} />
      ) : (
        shown?.content
      )}
    </Screen>
  )
}

type Part = { value: 'mine' | 'standing' | 'texts'; label: string; content: React.ReactNode }

/** Who runs or coaches something there sees that first; whoever has players there also their own. */
function useParts(id: string | undefined): Part[] {
  const t = useTexts('agreements', english)
  const whyCannot = useWhyCannot()
  const { data } = useSelected().playersAndTeams
  const mine: Part = { value: 'mine', label: t('myFamily'), content: <FamilyPart id={id} /> }
  if (id === undefined) return [mine]
  const orgId = organizationOf(id)
  const parts: Part[] = []
  const units = [
    ...(whyCannot('canEditPlayers', id) === undefined ? [id] : []),
    ...(data?.organizations.find((each) => each.id === orgId)?.teams ?? [])
      .map((team) => team.id)
      .filter((team) => team !== id && id === orgId && whyCannot('canEditPlayers', team) === undefined),
  ]
  if (units.length > 0)
    parts.push({
      value: 'standing',
      label: t('whoHas'),
      content: <StandingPart key={id} orgId={orgId} units={units} />,
    })
  if (whyCannot('canManageRegistration', orgId) === undefined)
    parts.push({ value: 'texts', label: t('texts'), content: <TextsPart orgId={orgId} /> })
  const hasPlayers = data?.players.some((player) => organizationOf(player.id) === orgId)
  return hasPlayers || parts.length === 0 ? [...parts, mine] : parts
}
