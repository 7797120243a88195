import { Navigate, useParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { Screen } from '../shell/Screen.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import texts from './texts.en.json'

/** The user's own profile as a route. Other people's profiles are forbidden. */
export default function ProfileScreen() {
  const t = useTexts('account', texts)
  const { userId } = useParams()
  const ownUserId = useUserId()
  if (userId !== ownUserId) return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen title={t('myProfile')} width="form">
      <ProfilePage />
    </Screen>
  )
}
