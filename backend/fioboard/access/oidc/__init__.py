"""Single sign-on by OpenID Connect: what is asked of the identity provider, and what of its answer is believed.
Decides nothing about accounts; docs/decisions/0010-single-sign-on.md has the reasons."""
