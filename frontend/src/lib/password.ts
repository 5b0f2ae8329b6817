/** Fewest characters of a password; the service has the last word. */
export const LEAST_PASSWORD = 12;
