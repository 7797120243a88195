import type { Operation } from './operation.ts'
import { AdminAddUserToGroup, CreateGroup, ListUsers } from './operations/admin-lists.ts'
import {
  AdminConfirmSignUp,
  AdminCreateUser,
  AdminDeleteUser,
  AdminDisableUser,
  AdminEnableUser,
  AdminGetUser,
  AdminSetUserPassword,
  AdminUserGlobalSignOut,
} from './operations/admin-users.ts'
import { RespondToAuthChallenge } from './operations/challenge.ts'
import { UpdateUserAttributes, VerifyUserAttribute } from './operations/attributes.ts'
import { ConfirmForgotPassword, ForgotPassword } from './operations/forgot-password.ts'
import {
  CompleteWebAuthnRegistration,
  DeleteWebAuthnCredential,
  ListWebAuthnCredentials,
  StartWebAuthnRegistration,
} from './operations/passkeys.ts'
import { AssociateSoftwareToken, SetUserMFAPreference, VerifySoftwareToken } from './operations/second-factor.ts'
import { GetTokensFromRefreshToken, InitiateAuth } from './operations/sign-in.ts'
import { ConfirmSignUp, ResendConfirmationCode, SignUp } from './operations/sign-up.ts'
import { ChangePassword, GetUser, GlobalSignOut, RevokeToken } from './operations/signed-in.ts'

/** Operations that anyone may call: they need a password, a code or a token. */
const open = {
  SignUp,
  ConfirmSignUp,
  ResendConfirmationCode,
  ForgotPassword,
  ConfirmForgotPassword,
  InitiateAuth,
  RespondToAuthChallenge,
  GetTokensFromRefreshToken,
  RevokeToken,
  GetUser,
  ChangePassword,
  UpdateUserAttributes,
  VerifyUserAttribute,
  GlobalSignOut,
  AssociateSoftwareToken,
  VerifySoftwareToken,
  SetUserMFAPreference,
  StartWebAuthnRegistration,
  CompleteWebAuthnRegistration,
  ListWebAuthnCredentials,
  DeleteWebAuthnCredential,
}

/** Operations that need a signed request, on behalf of a role. */
const administrative = {
  AdminCreateUser,
  AdminSetUserPassword,
  AdminConfirmSignUp,
  AdminGetUser,
  AdminDeleteUser,
  AdminDisableUser,
  AdminEnableUser,
  AdminUserGlobalSignOut,
  AdminAddUserToGroup,
  ListUsers,
  CreateGroup,
}

export const operations = {
  open: new Map<string, Operation>(Object.entries(open)),
  administrative: new Map<string, Operation>(Object.entries(administrative)),
}
