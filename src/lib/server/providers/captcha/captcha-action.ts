/** The action that a human check protects; a proof for one action is worthless for another. */
export type CaptchaAction = 'seats' | 'payment' | 'login' | 'codes' | 'waitList'
