# The results of lme4 and lmerTest for the designs of sessions.py: reads the long table named first, writes (design, quantity, values) lines.
# REML by lmer, its search as narrow as it gets; Satterthwaite's degrees of freedom by lmerTest. All else is R's own.
suppressPackageStartupMessages(library(lmerTest))
paths <- commandArgs(trailingOnly = TRUE)
all <- read.csv(paths[1], colClasses = c("integer", "character", "numeric", rep("character", 4)))
out <- file(paths[2], "w")
narrow <- lmerControl(
  optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10, maxfun = 1e6),
  check.conv.singular = "ignore", check.conv.grad = "ignore", check.conv.hess = "ignore",
  check.nobs.vs.nlev = "ignore", check.nobs.vs.nRE = "ignore"
)
terms_of <- list(
  nested = "(1 | machine) + (1 | session)",
  sessions = "(1 | session)",
  crossed = "(1 | machine) + (1 | session) + (1 | cell:machine) + (1 | cell:session) + (1 | round)"
)

for (number in unique(all$design)) {
  say <- function(quantity, values)
    writeLines(paste(number, quantity, paste(sprintf("%.12g", values), collapse = " "), sep = "\t"), out)
  data <- all[all$design == number, ]
  for (name in c("machine", "session", "cell", "round")) data[[name]] <- factor(data[[name]])
  kind <- data$kind[1]
  fixed <- if (kind == "crossed") "0 + cell" else "1"
  model <- suppressMessages(lmer(as.formula(paste("y ~", fixed, "+", terms_of[[kind]])), data, control = narrow))
  found <- as.data.frame(VarCorr(model))
  variances <- setNames(found$vcov, found$grp)
  wanted <- switch(kind,
    nested = c("machine", "session"), sessions = "session",
    crossed = c("machine", "session", "cell:machine", "cell:session", "round")
  )
  told <- coef(summary(model))
  say("criterion", REMLcrit(model))
  say("variances", c(variances[wanted], variances["Residual"]))
  say("estimates", told[, "Estimate"])
  say("errors", told[, "Std. Error"])
  say("freedom", told[, "df"])
  if (kind == "crossed") {
    contrast <- numeric(nrow(told))
    contrast[1:2] <- c(-1, 1)
    differs <- contest1D(model, contrast)
    say("difference", differs$Estimate)
    say("its error", differs[["Std. Error"]])
    say("its freedom", differs$df)
  }
}
close(out)
