import { useRef } from 'react'
import { problemText, useTexts } from '../i18n.ts'
import { PictureChooser } from '../kit/PictureChooser.tsx'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

const ofPlayer = [
  'GET /rest-api/teams/player/{playerId}',
  'GET /api/v1/team/{teamId}',
  'GET /rest-api/pictures/mine',
] as const
const ofTeam = ['GET /api/v1/team/{teamId}', 'GET /api/v1/orgOverview/{orgId}'] as const
type Shown = { id: string; name: string; url: string | undefined; disabledReason?: string | undefined }

function useSays() {
  const t = useTexts('teams', texts)
  return {
    title: t('picture'),
    texts: {
      ...{ choose: t('choosePicture'), change: t('changePicture'), remove: t('removePicture') },
      ...{ tooLarge: t('tooLarge'), notPicture: t('notPicture') },
    },
  }
}

/** The picture of a player. `teamId` is the team by which the reader knows them. */
export function PlayerPicture({ teamId, ...shown }: Shown & { teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const about = { playerId: shown.id, query: teamId === undefined ? {} : { o: teamId } }
  const putting = useSave('PUT /rest-api/pictures/player/{playerId}', {
    refreshes: ofPlayer,
    saved: t('pictureSaved'),
    failed: problemText,
  })
  const again = useRef<string>(undefined)
  const put = (jpeg: string) => putting.save({ ...about, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/pictures/player/{playerId}', {
    refreshes: ofPlayer,
    saved: t('pictureRemoved'),
    failed: problemText,
    undo: () => void (again.current !== undefined && put(again.current)),
    canUndo: () => again.current !== undefined,
  })
  return (
    <PictureChooser
      {...{ ...shown, ...useSays(), save: put }}
      hint={t('playerPictureHint')}
      remove={(jpeg) => {
        again.current = jpeg
        return removing.save(about)
      }}
      saving={putting.saving || removing.saving}
    />
  )
}

/** The picture of a team. */
export function TeamPicture(shown: Shown) {
  const t = useTexts('teams', texts)
  const teamId = shown.id
  const putting = useSave('PUT /rest-api/pictures/team/{teamId}', {
    refreshes: ofTeam,
    saved: t('pictureSaved'),
    failed: problemText,
  })
  const again = useRef<string>(undefined)
  const put = (jpeg: string) => putting.save({ teamId, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/pictures/team/{teamId}', {
    refreshes: ofTeam,
    saved: t('pictureRemoved'),
    failed: problemText,
    undo: () => void (again.current !== undefined && put(again.current)),
    canUndo: () => again.current !== undefined,
  })
  return (
    <PictureChooser
      {...{ ...shown, ...useSays(), save: put }}
      hint={t('teamPictureHint')}
      remove={(jpeg) => {
        again.current = jpeg
        return removing.save({ teamId })
      }}
      saving={putting.saving || removing.saving}
    />
  )
}
