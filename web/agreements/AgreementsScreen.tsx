import { useParams } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { Tabs } from '../kit/Tabs.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSearchState } from '../shell/useSearchState.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { FamilyPart } from './FamilyPart.tsx'
import { StandingPart } from './StandingPart.tsx'
import english from './texts.en.json'
import { TextsPart } from './TextsPart.tsx'

/** Agreements that clubs ask families to sign: families read and sign theirs, a club edits them and sees who has signed. */
export default function AgreementsScreen() {
  const t = useTexts('agreements', english)
  const { id } = useParams()
  const [chosenPart, setChosenPart] = useSearchState<Part['value'] | undefined>(undefined)
  const parts = useParts(id, setChosenPart)
  const shownPart = parts.find(({ value }) => value === chosenPart) ?? parts[0]
  return (
    <Screen title={t('title')}>
      {parts.length > 1 && shownPart ? (
        <Tabs label={t('parts')} value={shownPart.value} onChange={setChosenPart} tabs={parts} />
      ) : (
        shownPart?.content
      )}
    </Screen>
  )
}

type Part = { value: 'mine' | 'standing' | 'texts'; label: string; content: React.ReactNode }

/** The tabs: the club's or team's part first for its staff, and the family's part for those who also have players there. */
function useParts(id: string | undefined, choose: (part: Part['value']) => void): Part[] {
  const t = useTexts('agreements', english)
  const whyCannot = useWhyCannot()
  const { data } = useSelected().playersAndTeams
  const familyPart: Part = { value: 'mine', label: t('myFamily'), content: <FamilyPart id={id} /> }
  if (id === undefined) return [familyPart]
  const orgId = organizationOf(id)
  const parts: Part[] = []
  const units = [
    ...(whyCannot('canEditPlayers', id) === undefined ? [id] : []),
    ...(data?.organizations.find((each) => each.id === orgId)?.teams ?? [])
      .map((team) => team.id)
      .filter((team) => team !== id && id === orgId && whyCannot('canEditPlayers', team) === undefined),
  ]
  const mayWrite = whyCannot('canManageRegistration', orgId) === undefined
  const toTexts = mayWrite ? () => choose('texts') : undefined
  if (units.length > 0)
    parts.push({
      value: 'standing',
      label: t('whoHas'),
      content: <StandingPart key={id} orgId={orgId} units={units} toTexts={toTexts} />,
    })
  if (mayWrite) parts.push({ value: 'texts', label: t('texts'), content: <TextsPart orgId={orgId} /> })
  const hasPlayers = data?.players.some((player) => organizationOf(player.id) === orgId)
  return hasPlayers || parts.length === 0 ? [...parts, familyPart] : parts
}
