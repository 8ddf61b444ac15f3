/** Error codes, their HTTP statuses and the error body (docs/rules/calls.md, Errors). */
import { z } from 'zod';

const statusOfCode = {
  EC_ACCOUNT_CLOSED: 403,
  EC_ACCOUNT_REMOVED: 400,
  EC_ACTION_NOT_ALLOWED: 403,
  EC_AEGIS: 500,
  EC_AEGIS_UNKNOWN: 500,
  EC_AUTH_FAIL: 401,
  EC_BALANCE_TOO_HIGH: 400,
  EC_BALANCE_TOO_LOW: 400,
  EC_BANK_DECLINED: 400,
  EC_BANK_ERROR: 502,
  EC_BANK_INFO_MISSING: 400,
  EC_CANCEL_NOT_ALLOWED: 400,
  EC_CARDNUMBER_EXISTS: 400,
  EC_CC_ACCEPTED: 400,
  EC_CC_DECLINED: 400,
  EC_CC_ERROR: 502,
  EC_AUR_ERROR: 502,
  EC_CREDITCARD_INVALID_FORMAT: 400,
  EC_CREDITCARD_MISSING: 400,
  EC_CREDITCARD_VALIDATE_FAILED: 400,
  EC_DEPOSIT_LIMIT: 400,
  EC_DUPLICATE_FIELD: 400,
  EC_DUPLICATE_VALUE: 400,
  EC_ELOGIN_AUTH_ERROR: 400,
  EC_ELOGIN_ERROR: 502,
  EC_ELOGIN_AUTH_REQUIRED: 403,
  EC_EMAIL_EXISTS: 400,
  EC_EXCEPTION: 500,
  EC_INCORRECT_CURRENCY: 400,
  EC_INTERNAL_ERROR: 500,
  EC_INVALID_ACCOUNT: 400,
  EC_INVALID_AMOUNT: 400,
  EC_INVALID_COMBINATION: 400,
  EC_INVALID_FIELD: 400,
  EC_INVALID_INPUT: 400,
  EC_INVALID_MARKET: 400,
  EC_INVALID_ODDS: 400,
  EC_INVALID_OUTPUT: 502,
  EC_INVALID_PASSWORD: 400,
  EC_INVALID_TRANSID: 400,
  EC_INVALID_PLAYER: 400,
  EC_MESSAGES_TEMPLATE_ERROR: 500,
  EC_MESSAGES_TEMPLATE_IO_ERROR: 500,
  EC_MESSAGES_TEMPLATE_NOT_FOUND: 500,
  EC_MISSING_BODY: 400,
  EC_MISSING_FIELD: 400,
  EC_NATIONALID_EXISTS: 400,
  EC_NEGATIVE_AMOUNT: 400,
  EC_NEGATIVE_VALUE: 400,
  EC_NETWORK_ERROR: 500,
  EC_NOT_POSITIVE_AMOUNT: 400,
  EC_NO_CHANGE: 400,
  EC_NO_DATA_FOUND: 400,
  EC_OK: 400,
  EC_PASSWORD_USED: 400,
  EC_PASSWORD_VALIDATION: 400,
  EC_PLAYER_SALES_LIMIT: 400,
  EC_PLAYER_TAKEOUT_LIMIT: 400,
  EC_PLAYER_TOO_YOUNG: 400,
  EC_PRODUCTTYPE_NOT_FOUND: 400,
  EC_PRODUCT_CLOSED: 400,
  EC_PRODUCT_STAKE_LIMIT: 400,
  EC_ROW_LIMIT: 400,
  EC_SALE_CLOSED: 400,
  EC_STAKE_ABOVE_MAX: 400,
  EC_STAKE_BELOW_MIN: 400,
  EC_SYSTEM_CLOSED: 503,
  EC_TICKET_INVALID_SELECTIONS: 400,
  EC_TICKET_NOT_FOUND: 400,
  EC_TICKET_PENDING: 400,
  EC_UNKNOWN_NODE: 500,
  EC_USERNAME_EXISTS: 400,
  EC_USERNAME_VALIDATION: 400,
  EC_USER_NOT_FOUND: 400,
  EC_VALUE_TOO_HIGH: 400,
  EC_VALUE_TOO_LOW: 400,
  EC_WIN_ABOVE_MAX: 400,
  EC_XETI_CLOSED: 500,
  EC_XETI_ERROR: 500,
  UNKNOWN: 500,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

export const errorCodes = Object.keys(statusOfCode) as readonly ErrorCode[];

/** The one table of statuses. Three refusals answer otherwise and say so where they are made:
 * 404 unknown address, 413 body too large, 429 too many. */
export function statusOf(code: ErrorCode): number {
  return statusOfCode[code];
}

export const issuePlaces = ['body', 'headers', 'path', 'query'] as const;
export type IssuePlace = (typeof issuePlaces)[number];

export const issueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
export type Issue = z.infer<typeof issueSchema>;
export type Issues = Record<IssuePlace, Issue[]>;

export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  details: z.looseObject({ errorId: z.string(), aurErrorId: z.string().optional() }),
  /** Beside EC_ELOGIN_AUTH_REQUIRED at sign-in: whose electronic ID is asked for. */
  playerId: z.string().optional(),
  issues: z.partialRecord(z.enum(issuePlaces), z.array(issueSchema)).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
