/* token_fixture.h - one token, all its forms, for tests. */
#ifndef TOKEN_FIXTURE_H
#define TOKEN_FIXTURE_H

/* The secret is 00 01 .. 1f. */
#define SECRET \
	"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define HEAD   "maxistat_0123456789ab_" SECRET
#define WORD   HEAD "_5ba29a0e"
#define DIGEST \
	"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#define OLD    "2026-01-01T00:00:00Z"
#define LINE   "0123456789ab upload " DIGEST " " OLD " - - ci\n"

#endif
